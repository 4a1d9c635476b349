/** Remembers an answer for a while; those who ask while it is being fetched share one fetch. A failure is not kept. */
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
