import type { HTMLAttributes } from 'react';
import styles from './Paper.module.css';

type PaperProps = HTMLAttributes<HTMLElement> & { as?: 'section' | 'div' | 'article' | 'aside' };

/** A sheet of paper for documents. Everything on it is drawn in ink. */
export function Paper({ as: Tag = 'section', className, ...rest }: PaperProps) {
  return <Tag {...rest} className={[styles.paper, className].join(' ')} />;
}
