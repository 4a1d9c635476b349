import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { refundRequests } from '#/server/platform/db/tables/payments.ts';
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
