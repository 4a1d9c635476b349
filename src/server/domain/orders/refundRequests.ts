import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { failedRefunds, refundRequests } from '#/server/platform/db/tables/payments.ts';
import type { OrderRow } from './moveOrder.ts';
import { keptCents, ofPayment, type OrderPayment, type StoredEvent } from './orderPayments.ts';

export type RefundRequest = typeof refundRequests.$inferSelect;
type Payment = Pick<OrderPayment, 'provider' | 'paymentRef'>;

/** Reads the requested refunds, the oldest first. */
export const requestsOf = (db: NodePgDatabase, orderId: number): Promise<RefundRequest[]> =>
  db.select().from(refundRequests).where(eq(refundRequests.orderId, orderId)).orderBy(refundRequests.id);

const isOf = (payment: Payment) => (request: RefundRequest) =>
  request.provider === payment.provider && request.paymentRef === payment.paymentRef;

/** Whether the provider has not reported a result yet. */
export const isUnderWay = ({ reportedAt, failedAt }: RefundRequest): boolean =>
  reportedAt === null && failedAt === null;

/** Cents of a payment that operators have requested to refund and the provider has not reported yet. */
const underWayCents = (requests: readonly RefundRequest[], payment: Payment): number =>
  requests.filter((one) => isOf(payment)(one) && isUnderWay(one)).reduce((sum, { cents }) => sum + cents, 0);

/** Cents of a payment whose refund was reported, or reported as failed. The number never falls. */
export function reportedCents(events: readonly StoredEvent[], payment: Payment): number {
  const largest = new Map<string, number>();
  for (const { kind, causeRef, amountCents } of ofPayment(events, payment))
    if (kind === 'refunded' || kind === 'refundFailed')
      largest.set(causeRef, Math.max(amountCents, largest.get(causeRef) ?? 0));
  return [...largest.values()].reduce((sum, cents) => sum + cents, 0);
}

/** Returns the cents of a payment that can still be refunded, and the cents under way. */
export function refundable(
  { state }: Pick<OrderRow, 'state'>,
  payment: OrderPayment,
  { payments, events, requests }: Paid,
): { leftCents: number; underWay: number } {
  const underWay = underWayCents(requests, payment);
  const mayBeRefunded = payment !== payments[0] || state === 'granted' || state === 'review';
  const here = keptCents(ofPayment(events, payment));
  return { leftCents: mayBeRefunded ? Math.max(0, here - underWay) : 0, underWay };
}

interface Paid {
  /** The payments of the order, the current one first. */
  payments: readonly OrderPayment[];
  events: readonly StoredEvent[];
  requests: readonly RefundRequest[];
}

/**
 * Notes which refunds have been reported. A provider's report does not name the request, so reports are assigned to
 * requests in their order. Given-up requests come last.
 */
export async function noteReported(
  tx: NodePgDatabase,
  now: Date,
  orderId: number,
  events: readonly StoredEvent[],
): Promise<void> {
  const open = (await requestsOf(tx, orderId)).filter(({ reportedAt }) => reportedAt === null);
  const inOrder = open.toSorted((a, b) => Number(a.failedAt !== null) - Number(b.failedAt !== null));
  const reached = new Map<string, number>();
  const reported: number[] = [];
  for (const { id, provider, paymentRef, cents, reportedCents: before } of inOrder) {
    const payment = `${provider} ${paymentRef}`;
    const end = Math.max(before, reached.get(payment) ?? 0) + cents;
    reached.set(payment, end);
    if (reportedCents(events, { provider, paymentRef }) >= end) reported.push(id);
  }
  if (reported.length === 0) return;
  await tx
    .update(refundRequests)
    .set({ reportedAt: now })
    .where(and(inArray(refundRequests.id, reported), isNull(refundRequests.reportedAt)));
}

/**
 * Version of an order. It rises with every transition, payment event and refund, so that an act detects changes since
 * the operator's look.
 */
export const orderVersion = (
  { version }: Pick<OrderRow, 'version'>,
  events: readonly StoredEvent[],
  requests: readonly RefundRequest[],
): number => version + events.length + requests.length;

/** Stores the failed refunds of a SELECT or VALUES: order, provider, payment, and the time of the newest failure. */
const NOTE = 'INSERT INTO failed_refunds (order_id, provider, payment_ref, failed_at)';
const NEWER =
  'ON CONFLICT (order_id, provider, payment_ref) DO UPDATE SET failed_at = greatest(failed_refunds.failed_at, excluded.failed_at)';

/**
 * SQL that notes the given-up rows `changed` of `refund_requests` in the statement that gives them up. A refund that the
 * provider has reported meanwhile did not fail.
 */
export const NOTE_GIVEN_UP = `${NOTE} SELECT order_id, provider, payment_ref, failed_at FROM changed
  WHERE reported_at IS NULL ${NEWER}`;

/**
 * Removes the failed refund of a payment, because somebody has dealt with it.
 * @returns whether there was one
 */
export async function endFailedRefund(
  tx: NodePgDatabase,
  orderId: number,
  { provider, paymentRef }: Payment,
): Promise<boolean> {
  const byPayment = and(
    eq(failedRefunds.orderId, orderId),
    eq(failedRefunds.provider, provider),
    eq(failedRefunds.paymentRef, paymentRef),
  );
  const ended = await tx.delete(failedRefunds).where(byPayment).returning();
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
  { payments, events, newEvents }: Omit<Paid, 'requests'> & { newEvents: readonly StoredEvent[] },
): Promise<void> {
  for (const payment of payments) {
    const own = ofPayment(events, payment);
    const failed = new Set(own.filter(({ kind }) => kind === 'refundFailed').map(({ causeRef }) => causeRef));
    // the report of a refund may come after the report that it failed
    const newest = ofPayment(newEvents, payment).findLast(
      ({ kind, causeRef }) => LESS.has(kind) && !(kind === 'refunded' && failed.has(causeRef)),
    );
    if (!newest) continue;
    const { provider, paymentRef } = payment;
    if (newest.kind === 'refundFailed' && keptCents(own) > 0)
      await tx.execute(
        sql`${sql.raw(NOTE)} VALUES (${orderId}, ${provider}, ${paymentRef}, ${now}) ${sql.raw(NEWER)}`,
      );
    else if (newest.kind === 'refunded' || keptCents(own) === 0) await endFailedRefund(tx, orderId, payment);
  }
}
