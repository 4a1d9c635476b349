import styles from './QuietCells.module.css';

interface QuietCellsProps {
  /** Number of items in the grid. */
  taken: number;
  /**
   * Possible numbers of columns. The style sheet of the grid shows the cells whose `data-ends-row-of` is the current
   * number, and those with `data-fills` where the whole grid is padded.
   */
  columns: readonly number[];
  /** The grid is padded to this many cells. */
  cells?: number;
}

/** Empty cells of a grid: they fill the last row, or the whole grid. */
export function QuietCells({ taken, columns, cells = 0 }: QuietCellsProps) {
  const missingOf = (count: number) => (count - (taken % count)) % count;
  const places = Math.max(cells - taken, ...columns.map(missingOf));
  return Array.from({ length: places }, (_, at) => (
    <li
      key={at}
      className={styles.cell}
      data-ends-row-of={columns.filter((count) => at < missingOf(count)).join(' ')}
      data-fills={at < cells - taken || undefined}
      aria-hidden
    />
  ));
}
