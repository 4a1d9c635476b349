import { lazy } from 'react';
import { tuning as defaultTuning, type HeroTuning } from '#/client/platform/theme/tuning.ts';
import { Adornment } from '#/client/stage/host/Adornment.tsx';
import { realClock, type Clock } from '#/client/stage/host/clock.ts';
import type { Point } from './gaze.ts';
import styles from './HeroScene.module.css';

export interface HeroSceneProps {
  /** The class that places and crops the flat picture (`object-position` included) does the same for the scene. */
  className?: string | undefined;
  tuning?: HeroTuning;
  clock?: Clock;
  /** Where the visitor looks, -1 to 1 each way, instead of where his pointer is. */
  gaze?: Point | undefined;
  /** When the scene began, on its clock, ms; its first frame, if it is left out. */
  startMs?: number | undefined;
}

const HeroStage = lazy(async () => ({ default: (await import('./HeroStage.tsx')).HeroStage }));

/** The street of the landing page in motion, over its flat picture: put it right behind `StreetPicture`. */
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
