/** Caches the result of `fetch` for `ageMs`. Concurrent callers share one fetch. Failures are not cached. */
export function cachedFor<T>(ageMs: number, now: () => Date, fetch: () => Promise<T>): () => Promise<T> {
  let cached: { value: Promise<T>; freshUntilMs: number } | undefined;
  return () => {
    const nowMs = now().getTime();
    if (cached && nowMs < cached.freshUntilMs) return cached.value;
    const value = fetch();
    const mine = { value, freshUntilMs: nowMs + ageMs };
    cached = mine;
    value.catch(() => {
      if (cached === mine) cached = undefined;
    });
    return value;
  };
}

/** Most headers whose results are cached. Browsers send a few dozen different ones; strangers can invent more. */
const MOST_HEADERS = 500;

/** Caches the results of a pure function of a header. When there are `MOST_HEADERS`, all are dropped. */
export function cachedByHeader<T>(resultOf: (header: string) => T): (header: string) => T {
  const cached = new Map<string, { result: T }>();
  return (header) => {
    const found = cached.get(header);
    if (found) return found.result;
    if (cached.size >= MOST_HEADERS) cached.clear();
    const result = resultOf(header);
    cached.set(header, { result });
    return result;
  };
}
