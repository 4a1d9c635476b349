import type { ReactNode } from 'react';
import styles from './PrizeGrid.module.css';

interface PrizeGridProps {
  /** The grid is padded to this many cells (C5, C6). */
  cells: number;
  children: readonly ReactNode[];
}

/** Columns of the grid at its widths, as the style sheet has them. */
const COLUMNS = [2, 3, 4, 6];

/** Prizes in rows; what is missing is filled with quiet cells, on narrow screens only to the end of the row. */
export function PrizeGrid({ cells, children }: PrizeGridProps) {
  const taken = children.length;
  const endsRowOf = (at: number) => COLUMNS.filter((columns) => at < (columns - (taken % columns)) % columns);
  return (
    <ul className={styles.grid}>
      {children}
      {Array.from({ length: Math.max(0, cells - taken) }, (_, at) => (
        <li
          key={`quiet-${at}`}
          className={styles.quiet}
          data-ends-row-of={endsRowOf(at).join(' ')}
          aria-hidden
        />
      ))}
    </ul>
  );
}
