import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { turnOf } from './turns.ts';
import {
  createHydration,
  type Hydration,
  HydrationContext,
  pageHydration,
  useHydrated,
} from './useHydrated.ts';

interface IslandProps {
  /** Place of the island in the order of hydration, counted from 0. */
  place: number;
  children: ReactNode;
}

/**
 * A part of a page that is not visible at first. The server's markup can be read, but has no layout while it is out of
 * sight (layOut.css). It is hydrated when its turn comes, or as soon as the visitor does anything. Its props must stay
 * the same until then.
 */
export function Island({ place, children }: IslandProps) {
  // an island is hydrated after the page, so it has a state of its own
  const [hydration] = useState(() => createHydration(pageHydration.isRunning()));
  return (
    <HydrationContext value={hydration}>
      <Suspense fallback={null}>
        <Turn place={place} hydration={hydration}>
          {children}
        </Turn>
      </Suspense>
    </HydrationContext>
  );
}

function Turn({ place, hydration, children }: IslandProps & { hydration: Hydration }) {
  use(turnOf(place));
  const isHydrated = useHydrated();
  useEffect(() => hydration.end(), [hydration]);
  return <div data-island={isHydrated ? 'hydrated' : 'static'}>{children}</div>;
}
