/** Caches the result of `fetch` for `ageMs`. Concurrent callers share one fetch. Failures are not cached. */
export function briefly<T>(ageMs: number, now: () => Date, fetch: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; freshUntilMs: number } | undefined;
  return () => {
    const nowMs = now().getTime();
    if (kept && nowMs < kept.freshUntilMs) return kept.value;
    const value = fetch();
    const mine = { value, freshUntilMs: nowMs + ageMs };
    kept = mine;
    value.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return value;
  };
}
