import type { createBrowserRouter } from 'react-router-dom';

/** Time for which the first page may delay the frame around it, in ms. */
const FRAME_PATIENCE_MS = 400;

/**
 * Waits until the first page can be drawn, or until it is late (N19). A frame that is drawn alone before costs a slow
 * phone as much as the page itself.
 */
export function firstPage({
  subscribe,
}: Pick<ReturnType<typeof createBrowserRouter>, 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(done, FRAME_PATIENCE_MS);
    const end = subscribe(({ initialized }) => {
      if (initialized) done();
    });
    function done(): void {
      clearTimeout(late);
      end();
      resolve();
    }
  });
}
