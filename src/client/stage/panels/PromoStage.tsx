import { Color } from 'pixi.js';
import { useMemo, useState, type RefObject } from 'react';
import { tuning as defaultTuning, type BannerTuning } from '#/client/platform/theme/tuning.ts';
import type { AdornedPlace } from '#/client/stage/host/Adornment.tsx';
import type { Clock } from '#/client/stage/host/clock.ts';
import { Painting } from '#/client/stage/host/Painting.tsx';
import { StageHost } from '#/client/stage/host/StageHost.tsx';
import { promoFragment } from './promoFragment.ts';
import { createPromoPlan } from './promoPlan.ts';

interface PromoStageProps extends AdornedPlace {
  tuning: BannerTuning;
  clock: Clock;
  startMs: number | undefined;
}

const RENDERERS = ['webgl'] as const;
/** The stripes roll as long as the promotion is shown. */
const PULSE = { isLive: () => true, isCalm: () => true, subscribe: () => () => {} };

function tokens(host: RefObject<HTMLElement | null>) {
  const style = host.current && getComputedStyle(host.current);
  const token = (name: string, otherwise: string) =>
    new Color(style?.getPropertyValue(name).trim() || otherwise).toRgbArray();
  return { strip: token('--sodium-500', 'orange'), ink: token('--on-sodium', 'black') };
}

/** The strip on a Pixi stage, in the colours of its place. */
export function PromoStage({
  host,
  onShown,
  onUnusable,
  tuning,
  clock,
  startMs: givenStartMs,
}: PromoStageProps) {
  const [startMs] = useState(() => givenStartMs ?? clock.nowMs());
  const [{ strip, ink }] = useState(() => tokens(host));
  const plan = useMemo(() => createPromoPlan(tuning, strip, ink), [tuning, strip, ink]);
  return (
    <StageHost pulse={PULSE} renderers={RENDERERS} tuning={defaultTuning.stage} onUnusable={onUnusable}>
      <Painting fragment={promoFragment} plan={plan} clock={clock} startMs={startMs} onShown={onShown} />
    </StageHost>
  );
}
