import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { OrderRefusal } from '#/server/domain/orders/operatedOrder.ts';
import { paymentsOf } from '#/server/domain/orders/orderPayments.ts';
import {
  endFailedRefund,
  isUnderWay,
  refundable,
  type RefundRequest,
  reportedCents,
  requestsOf,
} from '#/server/domain/orders/refundRequests.ts';
import { refundRequests } from '#/server/platform/db/tables/payments.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** A refund that an operator requests. */
export interface Refund {
  /** Absent to refund everything that is still refundable. */
  cents?: number | undefined;
  /** The provider's id of a second payment of the order. Absent for the payment for which the order was granted. */
  payment?: string | undefined;
  /** Whether the same request may be repeated while nothing is reported, as a repeated command does. */
  isRepeatable?: boolean;
  /** Earliest time at which the provider is asked. */
  runAt: Date;
}

/**
 * Stores a request to refund money of an order. The provider is asked after this transaction, and its webhook then
 * moves the order: a partial refund changes no goods, a full one revokes them. Requires that the order is locked, so
 * that parallel refunds never exceed the paid sum.
 * @throws OrderRefusal
 */
export async function requestRefund(
  tx: NodePgDatabase,
  { payments: { providers }, now }: Pick<Deps, 'payments' | 'now'>,
  order: OrderRow,
  { cents, payment: named, isRepeatable = false, runAt }: Refund,
): Promise<RefundRequest> {
  const { payments, events } = await paymentsOf(tx, order);
  const requests = await requestsOf(tx, order.id);
  const [current] = payments;
  const second = payments.slice(1).find(({ paymentRef }) => paymentRef === named);
  if (named !== undefined && !second && named !== current?.paymentRef)
    throw new OrderRefusal(
      'paymentUnknown',
      `The order has no payment ${named}: \`orders show\` lists them.`,
    );
  if (!second && order.state !== 'granted' && order.state !== 'review')
    throw new OrderRefusal(
      'orderNotRefundable',
      `The order is ${order.state}: only what is granted or in review can be refunded.`,
    );
  const payment = second ?? current;
  if (!payment)
    throw new OrderRefusal('orderNotRefundable', 'It was paid with coins: give coins by `npm run grant`.');
  const { provider, paymentRef } = payment;
  if (!providers.has(provider))
    throw new OrderRefusal('paymentUnavailable', `The provider ${provider} is not set up.`);
  const ofThis = requests.filter((one) => one.provider === provider && one.paymentRef === paymentRef);
  const { leftCents, underWay } = refundable(order, payment, { payments, events, requests });
  const repeated = ofThis.find((one) => isUnderWay(one) && one.cents === (cents ?? underWay));
  if (isRepeatable && repeated) return repeated;
  const wanted = cents ?? leftCents;
  if (wanted < 1 || wanted > leftCents)
    throw new OrderRefusal(
      'refundTooMuch',
      `Between 0.01 and ${(leftCents / 100).toFixed(2)} euro can go back.`,
    );
  // the new request takes the place of the one that failed
  await endFailedRefund(tx, order.id, payment);
  const failed = ofThis.find(
    (one) => one.reportedAt === null && one.failedAt !== null && one.cents === wanted,
  );
  if (failed) return tryAgain(tx, failed.id, runAt);
  const [made] = await tx
    .insert(refundRequests)
    .values({
      orderId: order.id,
      provider,
      paymentRef,
      cents: wanted,
      key: `refund-${order.publicId}-${requests.length + 1}`,
      reportedCents: reportedCents(events, payment),
      createdAt: now(),
      runAt,
    })
    .returning();
  return made!;
}

/** Repeats the request with its own key, because the provider may have done it before it was given up. */
async function tryAgain(tx: NodePgDatabase, id: number, runAt: Date): Promise<RefundRequest> {
  const [again] = await tx
    .update(refundRequests)
    .set({ runAt, attempts: 0, failedAt: null, askedAt: null, lastError: null })
    .where(eq(refundRequests.id, id))
    .returning();
  return again!;
}
