import type { ReactNode } from 'react';
import styles from './Badge.module.css';

interface BadgeProps {
  /** tail: hurry; sodium: chosen; signal: good; quiet: a remark. */
  tone?: 'tail' | 'sodium' | 'signal' | 'quiet';
  children: ReactNode;
}

/** A short word or figure on a slanted strip. */
export function Badge({ tone = 'quiet', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
