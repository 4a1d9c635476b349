import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { refundRequests } from '#/server/platform/db/tables/payments.ts';
import type { OrderRow } from './moveOrder.ts';
import { keptCents, ofPayment, type OrderPayment, type StoredEvent } from './orderPayments.ts';

export type RefundRequest = typeof refundRequests.$inferSelect;
type Payment = Pick<OrderPayment, 'provider' | 'paymentRef'>;

/** Reads the refunds that were asked for, the oldest first. */
export const requestsOf = (db: NodePgDatabase, orderId: number): Promise<RefundRequest[]> =>
  db.select().from(refundRequests).where(eq(refundRequests.orderId, orderId)).orderBy(refundRequests.id);

const isOf = (payment: Payment) => (request: RefundRequest) =>
  request.provider === payment.provider && request.paymentRef === payment.paymentRef;

/** Whether the provider has yet to report what became of it. */
export const isUnderWay = ({ reportedAt, failedAt }: RefundRequest): boolean =>
  reportedAt === null && failedAt === null;

/** Cents of a payment that operators have asked for and the provider has not reported yet. */
const underWayCents = (requests: readonly RefundRequest[], payment: Payment): number =>
  requests.filter((one) => isOf(payment)(one) && isUnderWay(one)).reduce((sum, { cents }) => sum + cents, 0);

/** Cents of a payment whose refund, or the failure of it, was reported. It never falls. */
export function reportedCents(events: readonly StoredEvent[], payment: Payment): number {
  const largest = new Map<string, number>();
  for (const { kind, causeRef, amountCents } of ofPayment(events, payment))
    if (kind === 'refunded' || kind === 'refundFailed')
      largest.set(causeRef, Math.max(amountCents, largest.get(causeRef) ?? 0));
  return [...largest.values()].reduce((sum, cents) => sum + cents, 0);
}

/** What may still be refunded of a payment of an order, and what is on its way back. */
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
  /** The current one first. */
  payments: readonly OrderPayment[];
  events: readonly StoredEvent[];
  requests: readonly RefundRequest[];
}

/**
 * Notes which refunds have been reported. A provider does not say which request it answers, so its reports are counted off
 * against the requests in their order; what was given up comes last.
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

/** Rises with every move, payment event and refund, so that an act on what somebody else changed is noticed. */
export const orderVersion = (
  { version }: Pick<OrderRow, 'version'>,
  events: readonly StoredEvent[],
  requests: readonly RefundRequest[],
): number => version + events.length + requests.length;
