import { setTimeout as sleep } from 'node:timers/promises';
import { createDropFeed } from './cases/dropFeed.ts';
import type { Deps, WakeUps } from './deps.ts';
import { runDueJobs } from './jobs.ts';
import { watchServers } from './landing/watchServers.ts';
import { sendDueMails } from './mailQueue.ts';
import { sendSandboxWebhooks } from './sandboxWebhooks.ts';
import { processPaymentEvents } from './shop/paymentInbox.ts';

/** A mail is on its way so soon after the commit that caused it, whichever server that was on. */
const MAILS_EVERY_MS = 500;
/** The inbox of the payments: a webhook wakes it earlier. */
const PAYMENTS_EVERY_MS = 500;
/** Drops of other processes; one of this process wakes it earlier. */
const DROPS_EVERY_MS = 2000;
const JOBS_EVERY_MS = 60_000;
const SANDBOX_EVERY_MS = 500;
/** After a failure, as while the database restarts. */
const AFTER_FAILURE_MS = 5000;
/** What is still in work by then is left to the next server that looks. */
const FINISH_TIMEOUT_MS = 10_000;

/**
 * Sends mails, hears what was paid, asks the game servers and runs jobs beside the requests until it is stopped.
 * @param ownUrl where this server listens, for the webhooks of the sandbox; absent: they are not sent
 * @returns what stops it: nothing new is begun, what is under way is finished
 */
export function startBackgroundWork(deps: Deps, ownUrl?: string): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = [
    repeat(deps, signal, MAILS_EVERY_MS, () => sendDueMails(deps)),
    repeat(deps, signal, PAYMENTS_EVERY_MS, () => processPaymentEvents(deps), { wakeUp: 'payments' }),
    repeat(deps, signal, deps.config.gameServers.intervalMs, watchServers(deps), { writesNothing: true }),
    repeat(deps, signal, DROPS_EVERY_MS, createDropFeed(deps), { wakeUp: 'drops', writesNothing: true }),
    repeat(deps, signal, JOBS_EVERY_MS, () => runDueJobs(deps)),
    ...(ownUrl !== undefined && deps.payments.providers.has('sandbox')
      ? [repeat(deps, signal, SANDBOX_EVERY_MS, () => sendSandboxWebhooks(deps, ownUrl))]
      : []),
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
  { wakeUp, writesNothing = false }: { wakeUp?: keyof WakeUps; writesNothing?: boolean } = {},
): Promise<void> {
  while (!signal.aborted) {
    let pauseMs = everyMs;
    // listens from before the work: what comes while it is done is looked after at once
    const pause = new AbortController();
    const end = () => pause.abort();
    signal.addEventListener('abort', end);
    if (wakeUp) deps.wakeUps.on(wakeUp, end);
    try {
      if (writesNothing || !deps.isReadOnly()) await work();
    } catch (error) {
      deps.log.error(error, 'background work failed and is tried again');
      pauseMs = Math.max(everyMs, AFTER_FAILURE_MS);
    }
    await sleep(pauseMs, undefined, { signal: pause.signal }).catch(() => {});
    signal.removeEventListener('abort', end);
    if (wakeUp) deps.wakeUps.off(wakeUp, end);
  }
}
