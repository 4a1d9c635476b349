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

/** The parts of a page as links in one row. The row scrolls where it is wider than the screen. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ to, label: name, isShown }) => (
      <Link key={to} to={to} aria-current={isShown ? 'page' : undefined}>
        {name}
      </Link>
    ))}
  </nav>
);
