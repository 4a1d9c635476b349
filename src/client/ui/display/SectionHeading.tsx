import type { ReactNode } from 'react';
import styles from './SectionHeading.module.css';

interface SectionHeadingProps {
  as?: 'h1' | 'h2';
  /** Small text above the title. */
  kicker?: string | undefined;
  title: string;
  /** Id of the title, for `aria-labelledby`. */
  id?: string | undefined;
  /** Content beside the title: a remark, a legend, a button. */
  children?: ReactNode;
}

/** The head of a page or of one of its sections. */
export function SectionHeading({ as: Tag = 'h2', kicker, title, id, children }: SectionHeadingProps) {
  return (
    <div className={styles.heading}>
      <div>
        {kicker && <p className={`label ${styles.kicker}`}>{kicker}</p>}
        <Tag id={id}>{title}</Tag>
      </div>
      {children && (
        <div className={styles.aside} data-text={typeof children === 'string' || undefined}>
          {children}
        </div>
      )}
    </div>
  );
}
