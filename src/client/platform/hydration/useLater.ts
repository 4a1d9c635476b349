import { useEffect, useState } from 'react';

/** How long a busy page may put it off, ms. */
const AT_LATEST_MS = 2000;
/** Where a browser does not say when it is idle, ms. */
const WITHOUT_KNOWING_MS = 500;

/** Calls when there is nothing else to do. @returns how to prevent it */
function whenIdle(call: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(call, { timeout: AT_LATEST_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(call, WITHOUT_KNOWING_MS);
  return () => clearTimeout(timer);
}

/**
 * A part of the page that nobody misses at first: it is loaded when there is nothing else to do.
 * @param load must keep its identity
 * @returns undefined until it is there
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
