import { INPUT_EVENTS, isFromTheTop, layOutAll } from './layOut.ts';
import { readAtOnce } from './readAtOnce.ts';

/** How long a busy page may delay a turn, ms. */
const AT_LATEST_MS = 500;

/** Pages drawn in the browser hydrate at once. */
let isOver = true;
const turns = new Map<number, Promise<void>>();
let firstInput: Promise<void> = Promise.resolve();
const noWait = readAtOnce(Promise.resolve(), undefined);

/** Hydrates the parts of a rendered page that are not visible at first one after another, see `Island`. */
export function takeTurns(): void {
  if (!isFromTheTop()) return layOutAll();
  isOver = false;
  firstInput = new Promise((resolve) => {
    const end = new AbortController();
    const hydrateAll = () => {
      end.abort();
      isOver = true;
      for (const turn of turns.values()) void readAtOnce(turn, undefined);
      layOutAll();
      resolve();
    };
    for (const type of INPUT_EVENTS)
      addEventListener(type, hydrateAll, { capture: true, passive: true, signal: end.signal });
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: AT_LATEST_MS });
    else setTimeout(resolve, AT_LATEST_MS);
  });
}

/**
 * Returns the promise that a part waits for with React's `use`. If it need not wait, `use` goes on at once.
 * @param place counted from 0
 */
export function turnOf(place: number): Promise<void> {
  const known = turns.get(place);
  if (known) return known;
  if (isOver) return noWait;
  const before = place > 0 ? turnOf(place - 1) : undefined;
  const turn = Promise.resolve(before).then(() => Promise.race([idle(), firstInput]));
  turns.set(place, turn);
  return turn;
}
