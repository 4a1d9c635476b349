import { Color } from 'pixi.js';
import { useLayoutEffect, useMemo, useState } from 'react';
import { tuning as defaultTuning, type IndicatorsTuning } from '#/client/platform/theme/tuning.ts';
import type { AdornedPlace } from '#/client/stage/host/Adornment.tsx';
import type { Clock } from '#/client/stage/host/clock.ts';
import { Painting } from '#/client/stage/host/Painting.tsx';
import { StageHost } from '#/client/stage/host/StageHost.tsx';
import { createLane } from './lane.ts';
import { laneFragment } from './laneFragment.ts';
import { createLanePlan } from './lanePlan.ts';

interface LaneStageProps extends AdornedPlace {
  index: number;
  count: number;
  tuning: IndicatorsTuning;
  clock: Clock;
}

const RENDERERS = ['webgl'] as const;

/** The lane on a Pixi stage. Its frames run only while something moves. */
export function LaneStage({ host, onShown, onUnusable, index, count, tuning, clock }: LaneStageProps) {
  const [paint] = useState(() => {
    const token = host.current && getComputedStyle(host.current).getPropertyValue('--line-yellow').trim();
    return new Color(token || 'yellow').toRgbArray();
  });
  const lane = useMemo(() => createLane(tuning), [tuning]);
  const plan = useMemo(() => createLanePlan(tuning, lane, paint), [tuning, lane, paint]);
  const pulse = useMemo(
    () => ({
      isLive: (frameMs?: number) =>
        lane.isLive(frameMs === undefined ? clock.nowMs() : clock.frameMs(frameMs)),
      isCalm: (frameMs: number) => lane.isCalm(clock.frameMs(frameMs)),
      subscribe: lane.subscribe,
    }),
    [clock, lane],
  );
  // runs before the stage draws for the first time
  useLayoutEffect(() => lane.choose(index, count, clock.nowMs()), [clock, lane, index, count]);
  return (
    <StageHost pulse={pulse} renderers={RENDERERS} tuning={defaultTuning.stage} onUnusable={onUnusable}>
      <Painting fragment={laneFragment} plan={plan} clock={clock} startMs={0} onShown={onShown} />
    </StageHost>
  );
}
