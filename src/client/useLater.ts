import { useEffect, useState } from 'react';

/** How long a busy page may put it off, ms. */
const AT_LATEST_MS = 2000;

/**
 * A part of the page that nobody misses at first: it is loaded when there is nothing else to do.
 * @param load must keep its identity
 * @returns undefined until it is there
 */
export function useLater<T>(load: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<{ loaded: T }>();
  useEffect(() => {
    let isLeft = false;
    const start = () =>
      load().then(
        (loaded) => {
          if (!isLeft) setPart({ loaded });
        },
        (error: unknown) => console.warn('a part of the page is missing', error),
      );
    // Safari has no idle callback
    const isPatient = 'requestIdleCallback' in globalThis;
    const timer = isPatient
      ? requestIdleCallback(() => void start(), { timeout: AT_LATEST_MS })
      : Number(setTimeout(() => void start(), AT_LATEST_MS / 4));
    return () => {
      isLeft = true;
      if (isPatient) cancelIdleCallback(timer);
      else clearTimeout(timer);
    };
  }, [load]);
  return part?.loaded;
}
