/**
 * Calls back when the page is visible, at once if it is: what comes up in a hidden tab has not been seen.
 * @returns a function that calls it off
 */
export function whenVisible(call: () => void): () => void {
  if (!document.hidden) {
    call();
    return () => {};
  }
  const end = new AbortController();
  const look = () => {
    if (document.hidden) return;
    end.abort();
    call();
  };
  document.addEventListener('visibilitychange', look, { signal: end.signal });
  return () => end.abort();
}
