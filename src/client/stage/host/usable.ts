import { prefersNoMotion } from '#/client/platform/theme/motion.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Resolves when the page has loaded and the browser is idle. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    const rest = () => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
      else setTimeout(resolve, 200);
    };
    if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true });
  });
}

/** Resolves at the visitor's first input, or after `adornAfterMs`. */
function looked(): Promise<void> {
  return new Promise((resolve) => {
    const end = new AbortController();
    const done = () => {
      end.abort();
      resolve();
    };
    for (const sign of SIGNS_OF_LIFE)
      addEventListener(sign, done, { signal: end.signal, capture: true, passive: true });
    setTimeout(done, tuning.stage.adornAfterMs);
  });
}

let usable: Promise<void> | undefined;

/** Resolves when the page is usable and decorating scenes may load. All scenes share one promise. */
export function whenUsable(): Promise<void> {
  usable ??= idle().then(looked).then(idle);
  return usable;
}

/** Whether this browser has WebGL 2 now. A yes costs a context. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // a page gets few contexts, and an unused one is freed only by the garbage collector
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The time of a smaller file depends on the distance to the server, not on the speed of the line. */
const TELLING_BYTES = 20_000;

/**
 * Whether every large file of this page came slower than `slowLineBytesPerMs`. A page whose files came from the browser's
 * cache counts as fast.
 */
function isLineSlow(): boolean {
  const rates = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ transferSize }) => transferSize >= TELLING_BYTES)
    .map(({ transferSize, responseStart, responseEnd }) => transferSize / (responseEnd - responseStart));
  return rates.length > 0 && Math.max(...rates) < tuning.stage.slowLineBytesPerMs;
}

/**
 * Whether this browser can show decorating scenes, its line is fast enough to load them, and the visitor prefers neither
 * reduced motion nor saved data.
 */
export const mayAdorn = (): boolean => !prefersNoMotion() && !savesData() && !isLineSlow() && hasWebGl();
