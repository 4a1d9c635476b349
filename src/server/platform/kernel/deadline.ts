/**
 * Waits for the work for a limited time. The work itself continues, and its late result is ignored.
 * @throws Error after the time limit, or what the work throws before
 */
export function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not done within ${timeoutMs} ms`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
