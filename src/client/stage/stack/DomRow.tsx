import { useRef } from 'react';
import { DomReel } from '#/client/stage/roulette/DomReel.tsx';
import type { ReelProps } from '#/client/stage/roulette/Reel.tsx';
import styles from './ReelStack.module.css';
import { ROW_MARGIN_PX } from './stackPlan.ts';

/** A row as plain elements, for browsers without WebGL (R7). */
export function DomRow(reel: Pick<ReelProps, 'driver' | 'items' | 'tuning' | 'clock'>) {
  const row = useRef<HTMLDivElement>(null);
  return (
    <div ref={row} className={styles.domRow}>
      <DomReel {...reel} host={row} marginPx={ROW_MARGIN_PX} />
    </div>
  );
}
