import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { CloseRefundBody } from '#/contract/operator/orderActs.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { endFailedRefund } from '#/server/domain/orders/refundRequests.ts';
import { keptCents, ofPayment, paymentsOf } from '#/server/domain/orders/orderPayments.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { lockForAct, versionOf } from './actOnOrder.ts';

/**
 * Closes a failed refund whose money went back in another way (O22). Neither the order nor its goods change.
 * @throws AppError notFound; operatorChanged if somebody else has dealt with the refund
 */
export async function closeRefundAct(
  tx: NodePgDatabase,
  publicId: string,
  { version, payment: named }: CloseRefundBody,
): Promise<ActOutcome<{ version: number }>> {
  const order = await lockForAct(tx, publicId, version);
  const { payments, events } = await paymentsOf(tx, order);
  const payment = payments.find(({ paymentRef }) => paymentRef === named);
  if (!payment || !(await endFailedRefund(tx, order.id, payment))) return fail('operatorChanged');
  return {
    reply: { version: await versionOf(tx, order) },
    target: { type: 'order', id: publicId, version },
    before: { refundFailed: true, askedPayment: named },
    after: { refundFailed: false, askedPayment: named },
    amount: keptCents(ofPayment(events, payment)),
  };
}
