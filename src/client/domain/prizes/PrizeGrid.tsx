import type { ReactNode } from 'react';
import { QuietCells } from '#/client/ui/surfaces/QuietCells.tsx';
import styles from './PrizeGrid.module.css';

interface PrizeGridProps {
  /** Number of cells that the grid is filled to (C5, C6). */
  cells: number;
  children: readonly ReactNode[];
}

/** Columns of the grid at each width, as in the style sheet. */
const COLUMNS = [2, 3, 4, 6];

/** Prizes in rows. Empty cells fill the grid, on narrow screens only to the end of the row. */
export function PrizeGrid({ cells, children }: PrizeGridProps) {
  return (
    <ul className={styles.grid}>
      {children}
      {cells > 0 && <QuietCells taken={children.length} columns={COLUMNS} cells={cells} />}
    </ul>
  );
}
