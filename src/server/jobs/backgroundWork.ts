import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDropFeed } from '#/server/areas/cases/dropFeed.ts';
import { createNewsFeed } from '#/server/domain/playerNews/newsFeed.ts';
import type { Deps, WakeUps } from '#/server/platform/kernel/deps.ts';
import { createJobRunner, showCounters } from './jobRunner.ts';
import { JOBS } from './jobs.ts';
import { watchServers } from '#/server/areas/landing/watchServers.ts';
import { watchStops } from '#/server/platform/watch/watchStops.ts';
import { noteSecretUse } from '#/server/platform/db/siteSecret.ts';
import { noteDatabase } from '#/server/platform/mail/mailGate.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { sendSandboxWebhooks } from '#/server/demo/sandboxWebhooks.ts';
import { processPaymentEvents } from '#/server/domain/payments/paymentInbox.ts';
import { sendRefunds } from '#/server/domain/payments/sendRefunds.ts';

/** Interval of the mail queue, which is the longest time from the commit of a mail to its sending. */
const MAILS_EVERY_MS = 500;
/** Interval of the payment inbox. A webhook wakes it earlier. */
const PAYMENTS_EVERY_MS = 500;
/** Interval at which the providers are asked for refunds. */
const REFUNDS_EVERY_MS = 1000;
/** Interval of the drop feed. Drops of this process wake it earlier. */
const DROPS_EVERY_MS = 2000;
/** Interval of the news feed, which is the longest time until an open page learns of news. */
const NEWS_EVERY_MS = 2000;
/** Interval at which each job is checked for being due. */
const JOBS_EVERY_MS = 60_000;
/** Interval at which this process reads which parts are stopped or closed. */
const STOPS_EVERY_MS = 5000;
/** Interval at which this process looks whether its database was restored meanwhile. */
const NOTE_EVERY_MS = 60_000;
/** Interval at which this process notes which secret it seals with. `OUT_OF_USE_MS` must be several times as long. */
const SECRET_EVERY_MS = 10_000;
const SANDBOX_EVERY_MS = 500;
/** Delay after a failure, for example while the database restarts. */
const AFTER_FAILURE_MS = 5000;
/** Time limit of a stop. Unfinished work is left to the next server. */
const FINISH_TIMEOUT_MS = 10_000;

/**
 * Starts the background work: sending mails, processing payment events, polling the game servers and running jobs.
 * @param ownUrl address of this server, for the webhooks of the sandbox; absent when they are not sent
 * @returns a function that stops it: no new work begins, and running work is finished
 */
export function startBackgroundWork(site: Deps, ownUrl?: string): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const deps: Deps = { ...site, stopping: signal };
  // each loop adds a listener
  setMaxListeners(0, signal);
  showCounters(JOBS);
  const runJob = createJobRunner(deps);
  const loops = [
    repeat(deps, signal, MAILS_EVERY_MS, () => sendDueMails(deps)),
    repeat(deps, signal, NOTE_EVERY_MS, () => noteDatabase(deps)),
    repeat(deps, signal, SECRET_EVERY_MS, endWithoutSecret(deps)),
    repeat(deps, signal, PAYMENTS_EVERY_MS, async () => applyPayments(deps), { wakeUp: 'payments' }),
    repeat(deps, signal, REFUNDS_EVERY_MS, async () => askForRefunds(deps)),
    repeat(deps, signal, STOPS_EVERY_MS, watchStops(deps), { writesNothing: true }),
    repeat(deps, signal, deps.config.gameServers.intervalMs, watchServers(deps), { writesNothing: true }),
    repeat(deps, signal, DROPS_EVERY_MS, createDropFeed(deps), { wakeUp: 'drops', writesNothing: true }),
    repeat(deps, signal, NEWS_EVERY_MS, createNewsFeed(deps), { writesNothing: true }),
    ...JOBS.map((job) => repeat(deps, signal, JOBS_EVERY_MS, () => runJob(job))),
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

/**
 * Stops this process if its secret was replaced: what it seals from now on would be lost (N13). It asks itself once,
 * because a second signal would not wait for the requests under way.
 */
export function endWithoutSecret({ db, secretKey, log }: Deps): () => Promise<void> {
  let isEnding = false;
  return async () => {
    if (isEnding || (await noteSecretUse(db, secretKey))) return;
    isEnding = true;
    log.fatal('the secret of this process was replaced: it stops');
    process.kill(process.pid, 'SIGTERM');
  };
}

/** Processes payment events. While the order book is broken, they wait in the inbox. */
const applyPayments = async (deps: Deps) => {
  if (!deps.bookStops.isStopped('orders')) await processPaymentEvents(deps);
};

const askForRefunds = async (deps: Deps) => {
  if (!deps.bookStops.isStopped('orders')) await sendRefunds(deps);
};

async function repeat(
  deps: Deps,
  signal: AbortSignal,
  everyMs: number,
  work: () => Promise<unknown>,
  { wakeUp, writesNothing = false }: { wakeUp?: keyof WakeUps; writesNothing?: boolean } = {},
): Promise<void> {
  while (!signal.aborted) {
    let pauseMs = everyMs;
    // listens before the work starts, so that an event during the work starts the next round at once
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
