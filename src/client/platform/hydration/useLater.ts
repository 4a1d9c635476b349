import { useEffect, useState } from 'react';

/** Longest time that a busy page may delay the call, in ms. */
const AT_LATEST_MS = 2000;
/** Delay in browsers without requestIdleCallback, ms. */
const WITHOUT_KNOWING_MS = 500;

/** Calls a function when the page is idle. @returns a function that cancels it */
export function whenIdle(call: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(call, { timeout: AT_LATEST_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(call, WITHOUT_KNOWING_MS);
  return () => clearTimeout(timer);
}

/**
 * A part of the page that is not needed at first: it is loaded when the page is idle.
 * @param load must keep its identity
 * @returns undefined until it is loaded
 */
export function useLater<T>(load: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<{ loaded: T }>();
  useEffect(() => {
    let isLeft = false;
    const start = async () => {
      try {
        const loaded = await load();
        if (!isLeft) setPart({ loaded });
      } catch (error) {
        console.warn('a part of the page is missing', error);
      }
    };
    const prevent = whenIdle(() => void start());
    return () => {
      isLeft = true;
      prevent();
    };
  }, [load]);
  return part?.loaded;
}
