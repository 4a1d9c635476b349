import type { ReactNode } from 'react';
import { QuietCells } from './ui/QuietCells.tsx';
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
  return (
    <ul className={styles.grid}>
      {children}
      {cells > 0 && <QuietCells taken={children.length} columns={COLUMNS} cells={cells} />}
    </ul>
  );
}
