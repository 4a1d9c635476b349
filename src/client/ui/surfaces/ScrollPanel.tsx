import type { ReactNode } from 'react';
import { Panel } from './Panel.tsx';
import styles from './ScrollPanel.module.css';

interface ScrollPanelProps {
  /** Id of the heading that names the list. */
  titleId: string;
  /** tall: for rows of several lines. */
  height?: 'short' | 'tall';
  /** The list. */
  children: ReactNode;
  /** Content below the list, such as the button for more. */
  end?: ReactNode;
}

/**
 * A long list with its own scroll bar, so that the content below it can be reached. The section around it is the
 * landmark.
 */
export function ScrollPanel({ titleId, height = 'short', children, end }: ScrollPanelProps) {
  return (
    <Panel as="div" padding="flush">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- the keyboard must reach the panel to scroll it; a fieldset is for fields */}
      <div role="group" className={styles.scroll} data-height={height} tabIndex={0} aria-labelledby={titleId}>
        {children}
        {end && <div className={styles.end}>{end}</div>}
      </div>
    </Panel>
  );
}
