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

/** The site at a past moment. What happens is one transaction, so nobody sees half of it, and no job of the present. */
export interface Past {
  /** Their clock stands; `pass` moves it. */
  deps: Deps;
  /** Lets time pass, but never beyond the end of the history. */
  pass: (ms: number) => Promise<void>;
  /** Sends a request to the site of that moment. */
  send: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  /** All acts of operators. */
  acts: StoredActs;
  /** Does what the background work of that moment would: webhooks, payment events and mails. @returns the mails */
  work: () => Promise<MailMessage[]>;
  /** Takes a step at a moment, in the transaction that is open on this connection. */
  at: (client: pg.PoolClient, moment: Date, take: () => Promise<void>) => Promise<void>;
}

/** Makes the past of a site. @param endsAt the end of its history */
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
    // nobody's mailbox and no outbox gets them
    mail: {
      description: 'nobody',
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
    // `site_now` of the database reads it
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
        // nothing is left to the present
        await work();
      } finally {
        transaction.use(undefined);
      }
    },
  };
}
