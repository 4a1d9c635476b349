import type { ReactNode } from 'react';
import styles from './Facts.module.css';

interface FactsProps {
  title: string;
  /** Pairs of a label and its value. A pair whose value is false or null is left out. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Below the pairs. */
  children?: ReactNode;
}

/** Stacks blocks of facts. */
export const FactStack = ({ children }: { children: ReactNode }) => (
  <div className={styles.stack}>{children}</div>
);

/** A block of facts under a title. */
export function Facts({ title, facts, children }: FactsProps) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== false);
  return (
    <section className={styles.block}>
      <h2>{title}</h2>
      {shown.length > 0 && (
        <dl className={styles.facts}>
          {shown.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  );
}
