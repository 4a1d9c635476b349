import type { ReactNode } from 'react';
import { useTitle } from '../platform/useTitle.ts';
import styles from './PageHead.module.css';

interface PageHeadProps {
  title: string;
  /** One sentence about the page. */
  lead?: string;
  /** Buttons of the page. */
  children?: ReactNode;
}

/** The head of a page: its name, which is also the title of the browser tab, and its buttons. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  useTitle(title);
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
