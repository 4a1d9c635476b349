import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PaymentEvent, PaymentEventKind, ProviderName } from '#/server/ports/payments.ts';
import { paymentAsks } from '#/server/platform/db/tables/payments.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Delays from the creation of a payment to the first question, and then between questions. */
const DELAYS_MS = [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const LAST_DELAY_MS = 6 * HOUR_MS;
/** Without a final answer for this long, an operator settles the payment by hand. */
const GIVE_UP_MS = 7 * 24 * HOUR_MS;
/** Lease of a payment: for this time no other server asks about it. Must exceed the time limit of an answer. */
const LEASE_MS = MINUTE_MS;

/** Final events. After them a provider reports only refunds and disputes, which it does by webhook. */
const FINAL_KINDS = ['paid', 'failed', 'expired'] as const satisfies PaymentEventKind[];

/** A payment whose provider is asked for its state. */
export interface AskedPayment {
  provider: ProviderName;
  paymentRef: string;
  orderId: number;
  /** Number of questions, including this one. */
  asks: number;
  createdAt: Date;
}

const delayMs = (asks: number) => DELAYS_MS[asks] ?? LAST_DELAY_MS;

/** Plans the questions about a new payment, in the transaction that stores the payment. */
export async function watchPayment(
  tx: NodePgDatabase,
  { provider, paymentRef, orderId }: Pick<AskedPayment, 'provider' | 'paymentRef' | 'orderId'>,
  now: Date,
): Promise<void> {
  const nextAskAt = new Date(now.getTime() + delayMs(0));
  await tx
    .insert(paymentAsks)
    .values({ provider, paymentRef, orderId, nextAskAt, createdAt: now })
    .onConflictDoNothing();
}

const FORGET_FINAL = `DELETE FROM payment_asks a USING payment_events e
  WHERE a.provider = $1 AND a.next_ask_at <= $2 AND e.provider = a.provider AND e.payment_ref = a.payment_ref
    AND e.kind = ANY($3)`;

/** Drops the due payments whose final event came by webhook. */
export async function forgetFinal({ pool, now }: Pick<Deps, 'pool' | 'now'>, provider: ProviderName) {
  await pool.query(FORGET_FINAL, [provider, now(), FINAL_KINDS]);
}

/** Servers take different rows in parallel. A question is counted before it is asked. */
const TAKE = {
  name: 'paymentAsksTake',
  text: `UPDATE payment_asks a SET next_ask_at = $3, asks = asks + 1
    FROM (SELECT provider, payment_ref FROM payment_asks WHERE provider = $1 AND next_ask_at <= $2
      ORDER BY next_ask_at, payment_ref LIMIT 1 FOR UPDATE SKIP LOCKED) due
    WHERE a.provider = due.provider AND a.payment_ref = due.payment_ref
    RETURNING a.provider, a.payment_ref AS "paymentRef", a.order_id::float8 AS "orderId", a.asks,
      a.created_at AS "createdAt"`,
};

/** Leases the payment that has been due for longest. @returns undefined if none is due */
export async function takeDue(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  provider: ProviderName,
): Promise<AskedPayment | undefined> {
  const at = now();
  const values = [provider, at, new Date(at.getTime() + LEASE_MS)];
  const { rows } = await pool.query<AskedPayment>({ ...TAKE, values });
  return rows[0];
}

const FORGET = 'DELETE FROM payment_asks WHERE provider = $1 AND payment_ref = $2';
const POSTPONE = 'UPDATE payment_asks SET next_ask_at = $3 WHERE provider = $1 AND payment_ref = $2';

/**
 * Drops a payment after its final event, or plans the next question.
 * @param events the provider's answer; undefined if it did not answer
 */
export async function planNext(
  { pool, now, log }: Pick<Deps, 'pool' | 'now' | 'log'>,
  { provider, paymentRef, orderId, asks, createdAt }: AskedPayment,
  events: readonly Pick<PaymentEvent, 'kind'>[] | undefined,
): Promise<void> {
  const isFinal = events?.some(({ kind }) => FINAL_KINDS.some((final) => final === kind));
  const next = new Date(now().getTime() + delayMs(asks));
  const isTooOld = next.getTime() - createdAt.getTime() > GIVE_UP_MS;
  if (isTooOld && !isFinal)
    log.warn(
      { provider, paymentRef, order: orderId },
      'a payment got no final word and is asked about no more',
    );
  await (isFinal || isTooOld
    ? pool.query(FORGET, [provider, paymentRef])
    : pool.query(POSTPONE, [provider, paymentRef, next]));
}
