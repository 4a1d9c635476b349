import type { OrderState } from '#/contract/orders.ts';
import { lockNamed } from '#/server/domain/orders/operatedOrder.ts';
import type { OrderDeps } from '#/server/domain/orders/moveOrder.ts';
import { regrantOrder as regrantLocked } from '#/server/domain/orders/regrantOrder.ts';
import { requestRefund } from '#/server/domain/payments/requestRefund.ts';
import { afterLease, sendRefund } from '#/server/domain/payments/sendRefunds.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

type OperatorDeps = OrderDeps & Pick<Deps, 'payments' | 'log' | 'db'>;

/**
 * Grants an order that waits in `review`, or restores one after a charge-back that the bank returned. The reason goes into
 * the audit log.
 * @returns the state of the order now
 * @throws OrderRefusal
 */
export async function regrantOrder(
  deps: OperatorDeps,
  publicId: string,
  reason: string,
): Promise<OrderState> {
  return withTx(deps.pool, async (tx) => {
    const order = await lockNamed(tx, publicId);
    const { accountId, id } = order;
    const detail = { order: publicId, reason };
    await writeAudit(tx, deps, { accountId, actor: 'operator', event: 'orderRegranted', detail });
    const state = await regrantLocked(tx, deps, order, { reason, actor: 'operator' });
    deps.log.info({ order: id }, 'an operator granted an order');
    return state;
  });
}

/**
 * Asks the provider to refund money. The provider's webhook then moves the order: a partial refund changes no goods,
 * a full one revokes them. A repeated command refunds once.
 * @param cents absent to refund everything that is not refunded yet
 * @param payment the provider's id of a second payment of the order; absent for the payment for which the order was
 * granted
 * @returns the refunded cents
 * @throws OrderRefusal; Error if the provider does not answer
 */
export async function refundOrder(
  deps: OperatorDeps,
  publicId: string,
  { cents, reason, payment }: { cents?: number | undefined; reason: string; payment?: string | undefined },
): Promise<number> {
  const { request, accountId } = await withTx(deps.pool, async (tx) => {
    const order = await lockNamed(tx, publicId);
    const refund = { cents, payment, isRepeatable: true, runAt: afterLease(deps.now()) };
    return { request: await requestRefund(tx, deps, order, refund), accountId: order.accountId };
  });
  await sendRefund(deps, request);
  const detail = { order: publicId, cents: request.cents, reason };
  await withTx(deps.pool, (tx) =>
    writeAudit(tx, deps, { accountId, actor: 'operator', event: 'orderRefunded', detail }),
  );
  return request.cents;
}
