/** A page that was stopped on its way out is usable again after that. */
const GIVE_UP_MS = 15_000;

/** Leaves for another site; ends when the visitor is back on this very page, as by the back button, or never left. */
export function leaveFor(url: string): Promise<void> {
  location.assign(url);
  return new Promise((resolve) => {
    const timer = setTimeout(done, GIVE_UP_MS);
    addEventListener('pageshow', done, { once: true });
    function done() {
      clearTimeout(timer);
      removeEventListener('pageshow', done);
      resolve();
    }
  });
}
