import { lazy } from 'react';
import { tuning as defaultTuning, type BannerTuning } from '#/client/platform/theme/tuning.ts';
import { Adornment } from '#/client/stage/host/Adornment.tsx';
import { realClock, type Clock } from '#/client/stage/host/clock.ts';

export interface PromoSceneProps {
  className?: string | undefined;
  tuning?: BannerTuning;
  clock?: Clock;
  /** When the scene started, on its clock, ms; by default at its first frame. */
  startMs?: number | undefined;
}

const PromoStage = lazy(async () => ({ default: (await import('./PromoStage.tsx')).PromoStage }));

/**
 * Rolling hazard stripes and a sweep of light over the strip of the promotion. It fills its positioned parent, so it
 * must stand before the text of the strip.
 */
export function PromoScene({
  className,
  tuning = defaultTuning.banner,
  clock = realClock,
  startMs,
}: PromoSceneProps) {
  return (
    <Adornment scene="promo" className={className}>
      {(place) => <PromoStage {...place} tuning={tuning} clock={clock} startMs={startMs} />}
    </Adornment>
  );
}
