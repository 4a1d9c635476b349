import { type ReactNode, useMemo, useRef } from 'react';
import { useShortcuts } from '../platform/shortcuts.ts';
import styles from './DataTable.module.css';

export interface Column<Row> {
  /** Key of the column. */
  key: string;
  label: string;
  /** Numbers are right-aligned with digits of equal width. `select` is the first column, with boxes that select rows. */
  kind?: 'text' | 'number' | 'actions' | 'select';
  renderCell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/** Whether a column is clear without its label. */
const isUnnamed = (kind: Column<never>['kind']) => kind === 'actions' || kind === 'select';

const LINKS = 'tbody tr :is(a[href], button)';

/**
 * Rows of data: a table on wide screens, stacked on a phone. The keys `j` and `k` move the focus between rows with a
 * link.
 */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const handlers = useMemo(() => {
    const move = (by: 1 | -1) => () => {
      const firsts = [...(table.current?.querySelectorAll<HTMLElement>(LINKS) ?? [])].filter(
        (link, at, all) => all[at - 1]?.closest('tr') !== link.closest('tr'),
      );
      const at = firsts.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
      firsts[at < 0 ? 0 : Math.min(Math.max(at + by, 0), firsts.length - 1)]?.focus();
    };
    return { j: move(1), k: move(-1) };
  }, []);
  useShortcuts(handlers);

  return (
    // explicit roles, because browsers do not treat stacked rows as a table
    <table ref={table} className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, label: name, kind }) => (
            <th key={key} scope="col" className="label" data-kind={kind}>
              {isUnnamed(kind) ? <span className="unseen">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, label: name, kind, renderCell }) => (
              <td key={key} data-kind={kind} data-label={isUnnamed(kind) ? undefined : name}>
                <div>{renderCell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
