import { EventEmitter } from 'node:events';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { paymentsOf } from '#/server/adapters/payments/paymentsOf.ts';
import { processPaymentEvents } from '#/server/domain/payments/paymentInbox.ts';
import type { StoredActs } from '#/server/domain/operators/decideApproval.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { MailMessage } from '#/server/ports/mail.ts';
import { sendSandboxWebhooks } from '../sandboxWebhooks.ts';
import { OneTransaction } from './oneTransaction.ts';
import { pastSite } from './pastSite.ts';

/**
 * The site at a past moment. Each step is one transaction, so neither visitors nor jobs of the present see half of
 * it.
 */
export interface Past {
  /** Dependencies with a clock that stands still; `pass` moves it. */
  deps: Deps;
  /** Lets time pass, but never beyond the end of the history. */
  pass: (ms: number) => Promise<void>;
  /** Sends a request to the site of that moment. */
  send: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  /** Acts of operators by name. */
  acts: StoredActs;
  /**
   * Does the background work of that moment: webhooks, payment events and mails.
   * @returns the mails
   */
  work: () => Promise<MailMessage[]>;
  /** Runs a step at a moment, in the open transaction of this connection. */
  at: (client: pg.PoolClient, moment: Date, take: () => Promise<void>) => Promise<void>;
}

/**
 * Makes the past of a site.
 * @param endsAt end of the history
 */
export async function createPast(present: Deps, endsAt: Date): Promise<Past> {
  const transaction = new OneTransaction();
  const pool = transaction as unknown as pg.Pool;
  let now = endsAt;
  let mails: MailMessage[] = [];
  const clock = () => now;
  const deps: Deps = {
    ...present,
    config: { ...present.config, rateLimitScale: 1_000_000 },
    pool,
    db: drizzle(pool),
    now: clock,
    databaseTime: () => Promise.resolve(now),
    // mails are collected in memory: they reach neither a mailbox nor the outbox
    mail: {
      sender: { code: 'nobody', place: '' },
      send: (message) => {
        mails.push(message);
        return Promise.resolve();
      },
    },
    captcha: { provider: 'altcha', siteKey: '', check: () => Promise.resolve(true) },
    payments: paymentsOf(present.config, { pool, now: clock, secretKey: present.secretKey }),
    wakeUps: new EventEmitter(),
    log: present.log.child({}, { level: 'silent' }),
  };
  const { send, acts } = await pastSite(deps);
  const moveTo = async (moment: Date) => {
    now = moment < endsAt ? moment : endsAt;
    // sets the time that the SQL function `site_now` returns
    await transaction.query("SELECT set_config('one_rp.past', $1, true)", [now.toISOString()]);
  };
  const post = async (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const { statusCode } = await send({ method: 'POST', url: new URL(url).pathname, headers, payload: body });
    return { ok: statusCode < 300, status: statusCode };
  };
  const work = async () => {
    await sendSandboxWebhooks(deps, present.config.publicUrl, post);
    await processPaymentEvents(deps);
    mails = [];
    await sendDueMails(deps);
    return mails;
  };
  return {
    deps,
    pass: (ms) => moveTo(new Date(now.getTime() + ms)),
    send,
    acts,
    work,
    at: async (client, moment, take) => {
      transaction.use(client);
      try {
        await moveTo(moment);
        await take();
        // finishes the background work of the step, so that the present's jobs find none
        await work();
      } finally {
        transaction.use(undefined);
      }
    },
  };
}
