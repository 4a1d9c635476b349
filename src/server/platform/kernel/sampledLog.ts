const MINUTE_MS = 60_000;
const LINES_PER_MINUTE = 10;

/**
 * Limits log lines to ten a minute, for events that strangers cause as often as they like.
 * @returns a function that returns how many events were left out since the last line; undefined if this event is left
 *   out too
 */
export function createLineLimit(now: () => Date): () => number | undefined {
  let windowEndsAtMs = 0;
  let lines = 0;
  let unsaid = 0;
  return () => {
    const nowMs = now().getTime();
    if (nowMs >= windowEndsAtMs) {
      windowEndsAtMs = nowMs + MINUTE_MS;
      lines = 0;
    }
    if (lines >= LINES_PER_MINUTE) {
      unsaid += 1;
      return undefined;
    }
    lines += 1;
    const left = unsaid;
    unsaid = 0;
    return left;
  };
}
