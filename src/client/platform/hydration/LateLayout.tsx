import { type ReactNode, useEffect, useState } from 'react';
import { turnOf } from './turns.ts';

interface LateLayoutProps {
  /** Place among the islands, counted from 0. */
  place: number;
  children: ReactNode;
}

/**
 * A part of a page that is not visible at first, and may change while the page is hydrated. It is hydrated with the page,
 * but like an island it has no layout while it is out of sight, until its turn comes: each loaded font lays out the page
 * again.
 */
export function LateLayout({ place, children }: LateLayoutProps) {
  const [isLaidOut, setLaidOut] = useState(false);
  useEffect(() => {
    void Promise.resolve(turnOf(place)).then(() => setLaidOut(true));
  }, [place]);
  return <div data-island={isLaidOut ? 'hydrated' : 'static'}>{children}</div>;
}
