/** Raised on `window` when a part of the site could not be loaded, usually after a new release (E3). */
export const CHUNK_FAILED_EVENT = 'app:chunk-failed';

/** Turns Vite's own event into the site's. The page in question then shows the error screen with a reload button. */
export function watchChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    dispatchEvent(new CustomEvent(CHUNK_FAILED_EVENT, { detail: event.payload }));
  });
}
