import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { failedRefunds } from '#/server/platform/db/tables/payments.ts';
import { keptCents, ofPayment, type OrderPayment, type StoredEvent } from './orderPayments.ts';

type Payment = Pick<OrderPayment, 'provider' | 'paymentRef'>;

/** Stores a failed refund of each row, or its newer time. The rows are orders with their payments and times. */
const NOTE = 'INSERT INTO failed_refunds (order_id, provider, payment_ref, failed_at)';
const NEWER =
  'ON CONFLICT (order_id, provider, payment_ref) DO UPDATE SET failed_at = greatest(failed_refunds.failed_at, excluded.failed_at)';

/**
 * SQL that notes the given-up rows `changed` of `refund_requests` in the statement that gives them up. A refund that the
 * provider has reported meanwhile did not fail.
 */
export const NOTE_GIVEN_UP = `${NOTE} SELECT order_id, provider, payment_ref, failed_at FROM changed
  WHERE reported_at IS NULL ${NEWER}`;

const byPayment = (orderId: number, { provider, paymentRef }: Payment): SQL | undefined =>
  and(
    eq(failedRefunds.orderId, orderId),
    eq(failedRefunds.provider, provider),
    eq(failedRefunds.paymentRef, paymentRef),
  );

/**
 * Removes the failed refund of a payment, because somebody has dealt with it.
 * @returns whether there was one
 */
export async function endFailedRefund(
  tx: NodePgDatabase,
  orderId: number,
  payment: Payment,
): Promise<boolean> {
  const ended = await tx.delete(failedRefunds).where(byPayment(orderId, payment)).returning();
  return ended.length > 0;
}

/** Kinds of events that change how much of a payment is left. */
const LESS: ReadonlySet<StoredEvent['kind']> = new Set(['refunded', 'refundFailed', 'chargedBack']);

/**
 * Keeps the failed refunds of an order true to its new events: a reported failure adds one, a later refund ends it, and
 * so does a payment of which nothing is left. Requires that the order is locked.
 */
export async function noteFailedRefunds(
  tx: NodePgDatabase,
  now: Date,
  orderId: number,
  {
    payments,
    events,
    newEvents,
  }: {
    payments: readonly OrderPayment[];
    events: readonly StoredEvent[];
    newEvents: readonly StoredEvent[];
  },
): Promise<void> {
  for (const payment of payments) {
    const own = ofPayment(events, payment);
    const failed = new Set(own.filter(({ kind }) => kind === 'refundFailed').map(({ causeRef }) => causeRef));
    // the report of a refund may come after the report that it failed
    const newest = ofPayment(newEvents, payment)
      .filter(({ kind, causeRef }) => LESS.has(kind) && !(kind === 'refunded' && failed.has(causeRef)))
      .at(-1);
    if (!newest) continue;
    const { provider, paymentRef } = payment;
    if (newest.kind === 'refundFailed' && keptCents(own) > 0)
      await tx.execute(
        sql`${sql.raw(NOTE)} VALUES (${orderId}, ${provider}, ${paymentRef}, ${now}) ${sql.raw(NEWER)}`,
      );
    else if (newest.kind === 'refunded' || keptCents(own) === 0) await endFailedRefund(tx, orderId, payment);
  }
}
