import type pg from 'pg';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { PaymentEvent, PaymentEventKind, PaymentRequest } from '#/server/ports/payments.ts';

import { placesOf } from './sandboxPlaces.ts';

export type SandboxState = 'open' | 'paid' | 'declined' | 'expired';

/** A payment in the sandbox. */
export interface SandboxPayment {
  ref: string;
  request: PaymentRequest;
  state: SandboxState;
  refundedCents: number;
  /** Whether a bank took the rest back, and whether it had to return it. */
  dispute: 'none' | 'lost' | 'won';
}

/** Body of its webhooks; `createdAt` is ISO 8601. */
export interface SandboxMessage extends PaymentEvent {
  createdAt: string;
}

/** A payment has one dispute at most. */
const disputeOf = (ref: string) => `dispute-${ref}`;

type BookDeps = Pick<Deps, 'pool' | 'now'>;

/** Stores a new payment. Repeated, it changes nothing. */
export async function openPayment(
  { pool, now }: BookDeps,
  ref: string,
  request: PaymentRequest,
): Promise<void> {
  await pool.query(
    `INSERT INTO sandbox_payments (ref, request, state, created_at) VALUES ($1, $2, 'open', $3)
      ON CONFLICT (ref) DO NOTHING`,
    [ref, JSON.stringify(request), now()],
  );
}

/** Reads a payment. An unpaid one whose time is over is closed as expired first. */
export async function readPayment(deps: BookDeps, ref: string): Promise<SandboxPayment | undefined> {
  const payment = await find(deps.pool, ref);
  if (payment?.state !== 'open' || new Date(payment.request.expiresAt) > deps.now()) return payment;
  await closePayment(deps, ref, 'expired');
  return find(deps.pool, ref);
}

async function find(pool: pg.Pool | pg.PoolClient, ref: string): Promise<SandboxPayment | undefined> {
  const { rows } = await pool.query<SandboxPayment>(
    `SELECT ref, request, state, refunded_cents AS "refundedCents",
        CASE WHEN EXISTS (SELECT 1 FROM sandbox_webhooks WHERE event_id = $3) THEN 'won'
          WHEN EXISTS (SELECT 1 FROM sandbox_webhooks WHERE event_id = $2) THEN 'lost'
          ELSE 'none' END AS dispute
      FROM sandbox_payments WHERE ref = $1`,
    [ref, `${ref}:chargedBack:${disputeOf(ref)}`, `${ref}:disputeWon:${disputeOf(ref)}`],
  );
  return rows[0];
}

const EVENT_OF = { paid: 'paid', declined: 'failed', expired: 'expired' } as const;

/**
 * Closes an open payment, once; a second call changes nothing.
 * @param delayMs delay of the webhook; until then a webhook reports the payment as pending
 */
export async function closePayment(
  deps: BookDeps,
  ref: string,
  state: keyof typeof EVENT_OF,
  delayMs = 0,
): Promise<void> {
  await withTx(deps.pool, async (_, client) => {
    // the lock lets the COMMIT of a repeated call wait for a standby, too (N14)
    await client.query('SELECT FROM sandbox_payments WHERE ref = $1 FOR UPDATE', [ref]);
    const { rowCount } = await client.query(
      `UPDATE sandbox_payments SET state = $2 WHERE ref = $1 AND state = 'open'`,
      [ref, state],
    );
    const payment = rowCount === 1 ? await find(client, ref) : undefined;
    if (!payment) return;
    const cents = payment.request.totalCents;
    if (delayMs > 0) await queueWebhook(client, deps, payment, { kind: 'pending', cents });
    await queueWebhook(client, deps, payment, { kind: EVENT_OF[state], cents, delayMs });
  });
}

/**
 * Refunds money of a paid payment.
 * @param key identifies the refund; a repeated call with the same key refunds once
 * @throws Error if less is left
 */
export const giveBack = (deps: BookDeps, ref: string, key: string, cents: number): Promise<void> =>
  takeBack(deps, ref, 'refunded', key, cents);

async function takeBack(
  deps: BookDeps,
  ref: string,
  kind: 'refunded' | 'chargedBack',
  cause: string,
  amountCents?: number,
): Promise<void> {
  await withTx(deps.pool, async (_, client) => {
    await client.query('SELECT 1 FROM sandbox_payments WHERE ref = $1 FOR UPDATE', [ref]);
    const payment = await find(client, ref);
    if (payment?.state !== 'paid') throw new Error('only what was paid can go back');
    const leftCents = payment.request.totalCents - payment.refundedCents;
    const cents = amountCents ?? leftCents;
    const isNew = await queueWebhook(client, deps, payment, { kind, cents, cause });
    if (!isNew) return;
    if (cents < 1 || cents > leftCents) throw new Error(`${leftCents} cents are left, not ${cents}`);
    await client.query('UPDATE sandbox_payments SET refunded_cents = refunded_cents + $2 WHERE ref = $1', [
      ref,
      cents,
    ]);
  });
}

/** Lets the newest successful refund fail, as if the buyer's bank refused it. */
export async function failRefund(deps: BookDeps, ref: string): Promise<void> {
  await withTx(deps.pool, async (_, client) => {
    await client.query('SELECT 1 FROM sandbox_payments WHERE ref = $1 FOR UPDATE', [ref]);
    const payment = await find(client, ref);
    const { rows } = await client.query<{ cause: string; cents: number }>(
      `SELECT body::jsonb ->> 'causeRef' AS cause, (body::jsonb ->> 'amountCents')::int AS cents
        FROM sandbox_webhooks made WHERE starts_with(event_id, $1)
          AND NOT EXISTS (SELECT FROM sandbox_webhooks failed
            WHERE failed.event_id = $2 || (made.body::jsonb ->> 'causeRef'))
        ORDER BY id DESC LIMIT 1`,
      [`${ref}:refunded:`, `${ref}:refundFailed:`],
    );
    const refund = rows[0];
    if (!payment || !refund) throw new Error('there is no refund to fail');
    await queueWebhook(client, deps, payment, { kind: 'refundFailed', ...refund });
    await client.query('UPDATE sandbox_payments SET refunded_cents = refunded_cents - $2 WHERE ref = $1', [
      ref,
      refund.cents,
    ]);
  });
}

/** Lets the buyer's bank take the rest back. */
export const dispute = (deps: BookDeps, ref: string): Promise<void> =>
  takeBack(deps, ref, 'chargedBack', disputeOf(ref));

/** Returns the disputed money to the shop, once, and only after a dispute. */
export async function winDispute(deps: BookDeps, ref: string): Promise<void> {
  await withTx(deps.pool, async (_, client) => {
    await client.query('SELECT 1 FROM sandbox_payments WHERE ref = $1 FOR UPDATE', [ref]);
    const payment = await find(client, ref);
    const { rows } = await client.query<{ cents: number }>(
      `SELECT (body::jsonb ->> 'amountCents')::int AS cents FROM sandbox_webhooks WHERE event_id = $1`,
      [`${ref}:chargedBack:${disputeOf(ref)}`],
    );
    const cents = rows[0]?.cents;
    if (!payment || cents === undefined) throw new Error('there is no dispute to win');
    const isNew = await queueWebhook(client, deps, payment, {
      kind: 'disputeWon',
      cents,
      cause: disputeOf(ref),
    });
    if (isNew)
      await client.query('UPDATE sandbox_payments SET refunded_cents = refunded_cents - $2 WHERE ref = $1', [
        ref,
        cents,
      ]);
  });
}

interface Webhook {
  kind: PaymentEventKind;
  cents: number;
  cause?: string;
  delayMs?: number;
}

/** @returns false if the same webhook was queued before */
async function queueWebhook(
  client: pg.PoolClient,
  { now }: Pick<Deps, 'now'>,
  { ref, request }: SandboxPayment,
  { kind, cents, cause = ref, delayMs = 0 }: Webhook,
): Promise<boolean> {
  const message: SandboxMessage = {
    eventId: `${ref}:${kind}${cause === ref ? '' : `:${cause}`}`,
    kind,
    paymentRef: ref,
    causeRef: cause,
    amountCents: cents,
    currency: request.currency,
    createdAt: now().toISOString(),
    ...(kind === 'paid' && { places: placesOf(ref, request.methodName) }),
  };
  const { rowCount } = await client.query(
    `INSERT INTO sandbox_webhooks (event_id, body, run_at) VALUES ($1, $2, $3) ON CONFLICT (event_id) DO NOTHING`,
    [message.eventId, JSON.stringify(message), new Date(now().getTime() + delayMs)],
  );
  return rowCount === 1;
}

/** Lists the webhooks of a payment that are due by now. */
export async function messagesOf({ pool, now }: BookDeps, ref: string): Promise<SandboxMessage[]> {
  const { rows } = await pool.query<{ body: string }>(
    `SELECT body FROM sandbox_webhooks WHERE starts_with(event_id, $1) AND (attempts > 0 OR run_at <= $2) ORDER BY id`,
    [`${ref}:`, now()],
  );
  return rows.map(({ body }) => JSON.parse(body) as SandboxMessage);
}
