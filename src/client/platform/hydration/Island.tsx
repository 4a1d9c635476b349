import { type ReactNode, Suspense, use } from 'react';
import { turnOf } from './turns.ts';
import { useHydrated } from './useHydrated.ts';

interface IslandProps {
  /** Which of the page's islands comes to life when, counted from 0. */
  place: number;
  children: ReactNode;
}

/**
 * A part of a page that nobody sees at first. As the server wrote it, it can be read but costs no layout while it is
 * out of sight (global.css); it comes to life when it is its turn, or as soon as the visitor does anything. What it
 * is given must stay the same until then.
 */
export function Island({ place, children }: IslandProps) {
  return (
    <Suspense fallback={null}>
      <Turn place={place}>{children}</Turn>
    </Suspense>
  );
}

function Turn({ place, children }: IslandProps) {
  const turn = turnOf(place);
  if (turn) use(turn);
  const isAwake = useHydrated();
  return <div data-island={isAwake ? 'awake' : 'asleep'}>{children}</div>;
}
