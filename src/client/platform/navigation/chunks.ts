/** Event on `window`: a part of the site could not be loaded, usually after a new release (E3). */
export const CHUNK_FAILED_EVENT = 'app:chunk-failed';

const RELOADED_KEY = 'reloadedForRelease';

/** Turns Vite's own event into the site's event. */
export function watchChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    dispatchEvent(new CustomEvent(CHUNK_FAILED_EVENT, { detail: event.payload }));
  });
}

export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);

/** Id of the build that this page comes from. */
const buildOfPage = () => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

/** Whether the server now serves another build; false if it does not answer. */
async function isReleaseNew(): Promise<boolean> {
  try {
    const reply = await fetch(location.pathname, { cache: 'no-store' });
    return !(await reply.text()).includes(buildOfPage());
  } catch {
    return false;
  }
}

/**
 * After a part failed to load: loads `address` as a new document if there is a new release, at most once for each build
 * (E3).
 * @returns whether the page is being left
 */
export async function leaveForNewRelease(address: string): Promise<boolean> {
  const build = buildOfPage();
  if (sessionStorage.getItem(RELOADED_KEY) === build || !(await isReleaseNew())) return false;
  sessionStorage.setItem(RELOADED_KEY, build);
  location.assign(address);
  return true;
}
