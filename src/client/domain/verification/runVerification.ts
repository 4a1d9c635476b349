import { trustedScriptUrl } from '#/client/platform/api/trustedScriptUrl.ts';
import type { Evidence } from './evidence.ts';
import type { Verdict } from './verify.ts';
import type { WorkerWord } from './verifyWorker.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export, which is the address of the worker
import workerUrl from './verifyWorker.ts?worker&url';

/**
 * Runs the checks in a worker.
 * @param onDone receives the number of checked draws
 * @throws the signal's reason when it is cancelled, Error if the browser cannot run a worker
 */
export function runVerification(
  evidence: Evidence,
  signal: AbortSignal,
  onDone: (draws: number) => void,
): Promise<Verdict> {
  signal.throwIfAborted();
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  const verdict = new Promise<Verdict>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerWord>) => {
      if ('verdict' in data) resolve(data.verdict);
      else onDone(data.done);
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(`the checks stopped: ${message}`)));
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  worker.postMessage(evidence);
  return verdict.finally(() => worker.terminate());
}
