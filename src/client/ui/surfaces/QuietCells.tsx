import styles from './QuietCells.module.css';

interface QuietCellsProps {
  /** Things that stand in the grid. */
  taken: number;
  /** Columns that the grid has at its widths; its style sheet shows what `data-ends-row-of` the present number. */
  columns: readonly number[];
  /** The grid is padded to this many cells. */
  cells?: number;
}

/** The places of a grid in which nothing stands: as many as end the last row, or more. */
export function QuietCells({ taken, columns, cells = 0 }: QuietCellsProps) {
  const missingOf = (count: number) => (count - (taken % count)) % count;
  const places = Math.max(cells - taken, ...columns.map(missingOf));
  return Array.from({ length: places }, (_, at) => (
    <li
      key={at}
      className={styles.cell}
      data-ends-row-of={columns.filter((count) => at < missingOf(count)).join(' ')}
      aria-hidden
    />
  ));
}
