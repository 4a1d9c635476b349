import type { createBrowserRouter } from 'react-router-dom';

/** How long the frame waits for the first page, in ms. */
const FRAME_PATIENCE_MS = 400;

/**
 * Waits until the first page can be drawn, or until it is late (N19). Drawing the frame alone first would take a slow
 * phone as long as drawing the whole page.
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
