import { type ReactNode, useEffect, useRef } from 'react';
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

/**
 * The parts of a page as links in one row. Where the row is wider than the screen it scrolls, and the open tab is brought
 * into view.
 */
export function Tabs({ label, tabs }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  const shown = tabs.find(({ isShown }) => isShown)?.to;
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    // moves the row alone: `scrollIntoView` would move the page, too
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft + (link.offsetWidth - row.current.clientWidth) / 2;
  }, [shown]);
  return (
    <nav ref={row} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, label: name, isShown }) => (
        <Link key={to} to={to} aria-current={isShown ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
