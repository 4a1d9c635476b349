import { Progress as Base } from '@base-ui/react/progress';
import type { CSSProperties } from 'react';
import styles from './Progress.module.css';

interface ProgressProps {
  label: string;
  /** The value, in the units of `max`; larger values are shown as `max`. */
  value: number;
  max: number;
  /** The reading beside the label, such as `7 / 10`; also what a screen reader says. */
  reading: string;
  /** sodium: the most important one. */
  tone?: 'signal' | 'sodium';
  /** large: emphasises the figure. */
  size?: 'medium' | 'large';
  /** meter: measures something that rises and falls, and is never finished. */
  kind?: 'progress' | 'meter';
}

/** A row of lamps that shows progress; never more than full. */
export function Progress({
  label,
  value,
  max,
  reading,
  tone = 'signal',
  size = 'medium',
  kind = 'progress',
}: ProgressProps) {
  const done = Math.min(max, Math.max(0, value));
  return (
    <Base.Root
      className={styles.progress}
      value={done}
      max={max}
      {...(kind === 'meter' && { role: kind })}
      getAriaValueText={() => reading}
      data-tone={tone}
      data-size={size}
    >
      <Base.Label className={`label ${styles.label}`}>{label}</Base.Label>
      <span className={styles.reading}>{reading}</span>
      <Base.Track className={styles.track}>
        <span className={styles.lamps} style={{ '--done': max > 0 ? done / max : 1 } as CSSProperties} />
      </Base.Track>
    </Base.Root>
  );
}
