import { useId, type ReactNode } from 'react';
import styles from './Receipt.module.css';

interface ReceiptRow {
  label: string;
  /** A drawn label, if it is more than text. */
  drawnLabel?: ReactNode;
  value: ReactNode;
  /** bonus: an addition for the player. */
  tone?: 'plain' | 'bonus';
}

interface ReceiptProps {
  /** Issuer of the receipt. */
  issuer: string;
  number?: string | undefined;
  title: string;
  /** Date, server, account. */
  note?: string | undefined;
  rows: readonly ReceiptRow[];
  totalLabel: string;
  total: ReactNode;
  /** Button below the total. */
  children?: ReactNode;
}

/** A paper receipt: products and prices. */
export function Receipt({ issuer, number, title, note, rows, totalLabel, total, children }: ReceiptProps) {
  const titleId = useId();
  return (
    <section className={styles.receipt} aria-labelledby={titleId}>
      <div className={styles.paper}>
        <p className={styles.head}>
          <span>{issuer}</span>
          {number && <span>{number}</span>}
        </p>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
        <dl>
          {rows.map(({ label, drawnLabel = label, value, tone }) => (
            <div key={label} className={styles.row} data-tone={tone}>
              <dt>{drawnLabel}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>{totalLabel}</dt>
            <dd>{total}</dd>
          </div>
        </dl>
        {children}
        <div className={styles.barcode} />
      </div>
    </section>
  );
}
