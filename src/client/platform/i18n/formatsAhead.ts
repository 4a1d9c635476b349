import { trustedScriptUrl } from '#/client/platform/api/trustedScriptUrl.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export, which is the address of the worker
import workerUrl from './formatsWorker.ts?worker&url';

/**
 * Loads the browser's rules for numbers and dates in a worker. All threads of a page share them, and the first format
 * would else block a slow phone for 100 ms.
 */
export function loadFormatsAhead(locale: string): void {
  try {
    const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(locale);
  } catch {
    // a browser without such workers loads them with its first format
  }
}
