import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Tabs.module.css';

interface Tab {
  /** Address of the tab. */
  to: string;
  label: ReactNode;
  isShown: boolean;
}

interface TabsProps {
  /** Name for screen readers. */
  label: string;
  tabs: readonly Tab[];
}

/** Scrolls the row so that the tab is in its middle. `scrollIntoView` would also scroll the page. */
function bringIntoView(tab: HTMLAnchorElement | null): void {
  const row = tab?.parentElement;
  if (row) row.scrollLeft = tab.offsetLeft + (tab.offsetWidth - row.clientWidth) / 2;
}

/** The parts of a page as links in one row. If the row is wider than the screen, it scrolls to the open tab. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ to, label: name, isShown }) => (
      <Link
        key={to}
        ref={isShown ? bringIntoView : undefined}
        to={to}
        aria-current={isShown ? 'page' : undefined}
      >
        {name}
      </Link>
    ))}
  </nav>
);
