import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Notice.module.css';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  text: string;
  /** What to do now. */
  action?: ReactNode;
}

/** Nothing is here yet, and what leads out of that. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={`cut ${styles.notice}`}>
      <Icon name={icon} className={styles.sign} />
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  );
}
