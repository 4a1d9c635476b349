import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../lists/DataTable.tsx';
import styles from './Charts.module.css';
import { type Look, LOOKS } from './looks.ts';

/** A series of a chart. Its look in `LOOKS` distinguishes it from the others without colour. */
export interface Series {
  key: string;
  label: string;
  look: Look;
}

interface ChartCardProps<Row> {
  title: string;
  /** One sentence that explains the counted things. */
  note?: string;
  /** Whether the card spans the whole width. */
  wide?: boolean;
  /** If there are several series, a legend below the title names them. */
  series?: readonly Series[];
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Whether there are no data to draw. */
  isEmpty: boolean;
  children: ReactNode;
}

/** A chart under its title, or a table of the same numbers. */
export function ChartCard<Row>(card: ChartCardProps<Row>) {
  const { title, note, wide, series = [], rows, columns, keyOf, isEmpty, children } = card;
  const { t } = useTranslation('operatorDashboard');
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  return (
    <section className={styles.card} data-wide={wide || undefined} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {!isEmpty && (
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={isTable}
            aria-label={t('charts.tableOf', { title })}
            onClick={() => setIsTable(!isTable)}
          >
            {t('charts.table')}
          </button>
        )}
      </header>
      {note && <p className={styles.note}>{note}</p>}
      {isEmpty ? (
        <p className={styles.empty}>{t('charts.empty')}</p>
      ) : isTable ? (
        <div className={styles.table}>
          <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} />
        </div>
      ) : (
        <>
          {series.length > 1 && <Legend series={series} />}
          {children}
        </>
      )}
    </section>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles.legend}>
      {series.map(({ key, label, look }) => (
        <li key={key}>
          <svg width="16" height="12" aria-hidden="true" focusable="false">
            {LOOKS[look].dash === undefined ? (
              <rect width="16" height="12" fill={`url(#look-${look})`} stroke={LOOKS[look].color} />
            ) : (
              <line
                x1="0"
                y1="6"
                x2="16"
                y2="6"
                stroke={LOOKS[look].color}
                strokeWidth="2"
                strokeDasharray={LOOKS[look].dash}
              />
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
