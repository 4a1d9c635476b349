import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from './deps.ts';
import { runDueJobs } from './jobs.ts';
import { sendDueMails } from './mailQueue.ts';

/** A mail is on its way so soon after the commit that caused it, whichever server that was on. */
const MAILS_EVERY_MS = 500;
const JOBS_EVERY_MS = 60_000;
/** After a failure, as while the database restarts. */
const AFTER_FAILURE_MS = 5000;
/** What is still in work by then is left to the next server that looks. */
const FINISH_TIMEOUT_MS = 10_000;

/**
 * Sends mails and runs jobs beside the requests until it is stopped.
 * @returns what stops it: nothing new is begun, what is under way is finished
 */
export function startBackgroundWork(deps: Deps): () => Promise<void> {
  const stopping = new AbortController();
  const loops = [
    repeat(deps, stopping.signal, MAILS_EVERY_MS, () => sendDueMails(deps)),
    repeat(deps, stopping.signal, JOBS_EVERY_MS, () => runDueJobs(deps)),
  ];
  return async () => {
    stopping.abort();
    await Promise.race([Promise.all(loops), sleep(FINISH_TIMEOUT_MS, undefined, { ref: false })]);
    deps.mail.close?.();
  };
}

async function repeat(
  deps: Deps,
  signal: AbortSignal,
  everyMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    let pauseMs = everyMs;
    try {
      if (!deps.isReadOnly()) await work();
    } catch (error) {
      deps.log.error(error, 'background work failed and is tried again');
      pauseMs = Math.max(everyMs, AFTER_FAILURE_MS);
    }
    // ends early by the signal
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
