import { tuning } from '#/client/platform/theme/tuning.ts';

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
const stillPreferred = '(prefers-reduced-motion: reduce)';

/** Resolves when the page has loaded and nothing urgent is left to do. */
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

/** Resolves at the first thing a visitor does, or after a while of looking. */
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

/** Resolves when the page can be used and what only adorns it may begin to load; the same for all scenes. */
export function whenUsable(): Promise<void> {
  usable ??= idle().then(looked).then(idle);
  return usable;
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // a browser gives a page few contexts, and takes one back only when it gets to it
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Whether this browser can show scenes that only adorn, and its owner has not asked to be spared them. */
export const mayAdorn = () => !prefersStill() && !savesData() && hasWebGl();

export const prefersStill = () => matchMedia(stillPreferred).matches;

/** Calls back when the owner of the browser changes his mind about motion; returns how to stop that. */
export function onPreference(call: () => void): () => void {
  const query = matchMedia(stillPreferred);
  query.addEventListener('change', call);
  return () => query.removeEventListener('change', call);
}
