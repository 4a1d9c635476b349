import type { ReactNode } from 'react';
import styles from './StateMark.module.css';

interface StateMarkProps {
  /** good: done; waits: needs time or an operator; bad: trouble; quiet: finished. */
  tone: 'good' | 'waits' | 'bad' | 'quiet';
  children: ReactNode;
}

/** A state in a word, with a lamp beside it. */
export function StateMark({ tone, children }: StateMarkProps) {
  return (
    <span className={styles.mark} data-tone={tone}>
      {children}
    </span>
  );
}
