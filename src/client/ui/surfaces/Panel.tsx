import type { HTMLAttributes } from 'react';
import styles from './Panel.module.css';

type PanelProps = HTMLAttributes<HTMLElement> & {
  as?: 'section' | 'div' | 'article' | 'aside' | 'li' | 'header';
  /** lit: below a street lamp. */
  tone?: 'panel' | 'raised' | 'lit';
  /** flush: the content reaches the border. */
  padding?: 'flush' | 'snug' | 'roomy';
};

/** A plate of dark steel with two cut corners. */
export function Panel({
  as: Tag = 'section',
  tone = 'panel',
  padding = 'roomy',
  className,
  ...rest
}: PanelProps) {
  return (
    <Tag
      {...rest}
      className={['cut', styles.panel, className].join(' ')}
      data-tone={tone}
      data-padding={padding}
    />
  );
}
