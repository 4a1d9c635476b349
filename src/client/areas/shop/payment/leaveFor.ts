/** After this time a page that could not be left is usable again. */
const GIVE_UP_MS = 15_000;

/**
 * Leaves for another site. Resolves when the visitor returns to this page, for example by the back button, or did not
 * leave it.
 */
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
