import { windowStorage } from '#/client/platform/api/browserStorage.ts';
import { isServerThere } from '#/client/platform/api/isServerThere.ts';

/** Event on `window`: a part of the site could not be loaded, usually after a new release (E3). */
export const CHUNK_FAILED_EVENT = 'app:chunk-failed';

const RELOADED_KEY = 'reloadedForRelease';
const RESTARTED_KEY = 'reloadedForStart';

/** Turns Vite's own event into the site's event. */
export function watchChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    dispatchEvent(new CustomEvent(CHUNK_FAILED_EVENT, { detail: event.payload }));
  });
}

/** Whether an error says that a part of the site could not be loaded. Browsers have no code for it. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);

/** The script whose name changes with each build. The first one may be `earlyAnswers`, which hardly ever changes. */
const ENTRY = 'script[src*="/assets/index-"]';

/** Id of the build that this page comes from. */
const buildOfPage = () => document.querySelector(ENTRY)?.getAttribute('src') ?? '';

/** Whether the server now serves another build; false if it does not answer, or answers with no page. */
async function isReleaseNew(): Promise<boolean> {
  try {
    const reply = await fetch(location.pathname, { cache: 'no-store' });
    return reply.ok && !(await reply.text()).includes(buildOfPage());
  } catch {
    return false;
  }
}

/**
 * Whether the part that failed to load is gone from the server, as after a new release. A lost connection or a busy
 * server is not (E3).
 */
export async function isChunkGone(failure: unknown): Promise<boolean> {
  const address = failure instanceof Error && /\S*\/assets\/[\w.-]+/.exec(failure.message)?.[0];
  // WebKit does not name the file
  if (!address) return isReleaseNew();
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404;
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
  if (windowStorage.getItem(RELOADED_KEY) === build || !(await isReleaseNew())) return false;
  // without the note the page could be loaded again and again
  if (!windowStorage.setItem(RELOADED_KEY, build)) return false;
  location.assign(address);
  return true;
}

/**
 * After the page did not start: loads its document again if the server answers, at most once for each build (E3).
 * @returns whether the page is being left
 */
export async function reloadOnce(): Promise<boolean> {
  const build = buildOfPage();
  if (windowStorage.getItem(RESTARTED_KEY) === build || !(await isServerThere())) return false;
  // without the note the page could be loaded again and again
  if (!windowStorage.setItem(RESTARTED_KEY, build)) return false;
  location.reload();
  return true;
}
