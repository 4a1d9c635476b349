import { lazy, type CSSProperties } from 'react';
import { tuning as defaultTuning, type IndicatorsTuning } from '#/client/platform/theme/tuning.ts';
import { Adornment } from '#/client/stage/host/Adornment.tsx';
import { realClock, type Clock } from '#/client/stage/host/clock.ts';
import styles from './ServerIndicator.module.css';

export interface ServerIndicatorProps {
  /** The chosen tab, from 0, of `count` tabs with equal widths. */
  index: number;
  count: number;
  className?: string | undefined;
  /** False to render it without the light, as with reduced motion. */
  isLit?: boolean;
  tuning?: IndicatorsTuning;
  clock?: Clock;
}

const LaneStage = lazy(async () => ({ default: (await import('./LaneStage.tsx')).LaneStage }));

/** The lane below the server tabs, lit below the chosen one. When its dashes slide, a light runs ahead of them. */
export function ServerIndicator({
  index,
  count,
  className,
  isLit = true,
  tuning = defaultTuning.indicators,
  clock = realClock,
}: ServerIndicatorProps) {
  const place = { '--lane-at': index, '--lanes': count } as CSSProperties;
  return (
    <div aria-hidden className={[styles.lane, className].join(' ')} style={place} data-lane={index}>
      {isLit && (
        <Adornment scene="lane" className={styles.scene}>
          {(adorned) => <LaneStage {...adorned} index={index} count={count} tuning={tuning} clock={clock} />}
        </Adornment>
      )}
    </div>
  );
}
