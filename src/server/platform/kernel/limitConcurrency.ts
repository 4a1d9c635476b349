import { fail } from './errors.ts';

/**
 * Returns a function that runs at most `max` pieces of work at once. The others wait in their order.
 * @param maxWaiting most calls that may wait; one more fails with `busy`. Default: no limit
 */
export function limitConcurrency(
  max: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= max) {
      if (waiting.length >= maxWaiting) fail('busy', { retryAfterSeconds: 1 });
      await new Promise<void>((start) => waiting.push(start));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
