/** What a visitor does who wants something of the page: nothing of it may wait any longer. */
const WISHES = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'click'] as const;
/** How long a busy page may put a turn off, ms. */
const AT_LATEST_MS = 500;

/** A page that the browser draws itself comes to life at once. */
let isOver = true;
const turns = new Map<number, Promise<void>>();
let wished: Promise<void> = Promise.resolve();

/** Whether the visitor has come for the start of the page, and not back to where he was or for one of its parts. */
function isFromTheTop(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !location.hash && visit?.type === 'navigate';
}

/** The parts of a rendered page that nobody sees at first come to life one after the other, see `Island`. */
export function takeTurns(): void {
  if (!isFromTheTop()) return wakeAll();
  isOver = false;
  wished = new Promise((resolve) => {
    const end = new AbortController();
    const wish = () => {
      end.abort();
      isOver = true;
      wakeAll();
      resolve();
    };
    for (const type of WISHES)
      addEventListener(type, wish, { capture: true, passive: true, signal: end.signal });
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: AT_LATEST_MS });
    else setTimeout(resolve, AT_LATEST_MS);
  });
}

/** Parts that sleep have no layout of their own (global.css). */
function wakeAll(): void {
  document.documentElement.dataset['awake'] = '';
}

/** When it is this part's turn; undefined when nothing has to wait. @param place counted from 0 */
export function turnOf(place: number): Promise<void> | undefined {
  if (isOver) return undefined;
  const known = turns.get(place);
  if (known) return known;
  const before = place > 0 ? turnOf(place - 1) : undefined;
  const turn = Promise.resolve(before).then(() => Promise.race([idle(), wished]));
  turns.set(place, turn);
  return turn;
}
