import { lazy } from 'react';
import { tuning as defaultTuning, type HeroTuning } from '#/client/platform/theme/tuning.ts';
import { Adornment } from '#/client/stage/host/Adornment.tsx';
import { realClock, type Clock } from '#/client/stage/host/clock.ts';
import type { Point } from './gaze.ts';
import styles from './HeroScene.module.css';

export interface HeroSceneProps {
  /** The class of the flat picture. It places and crops the scene too, with its `object-position`. */
  className?: string | undefined;
  tuning?: HeroTuning;
  clock?: Clock;
  /** The point at which the visitor looks, -1 to 1 on both axes. Default: the pointer's. */
  gaze?: Point | undefined;
  /** When the scene started, on its clock, ms; by default at its first frame. */
  startMs?: number | undefined;
}

const HeroStage = lazy(async () => ({ default: (await import('./HeroStage.tsx')).HeroStage }));

/** The street of the landing page in motion. It lies over its flat picture, right behind `StreetPicture`. */
export function HeroScene({
  className,
  tuning = defaultTuning.hero,
  clock = realClock,
  ...rest
}: HeroSceneProps) {
  return (
    <Adornment scene="hero" className={[styles.scene, className].join(' ')}>
      {(place) => (
        <HeroStage {...place} tuning={tuning} clock={clock} gaze={rest.gaze} startMs={rest.startMs} />
      )}
    </Adornment>
  );
}
