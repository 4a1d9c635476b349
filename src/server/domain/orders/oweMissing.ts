import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { debitOrOwe } from '#/server/domain/ledger/debt.ts';
import type { DeliveryRow } from '#/server/domain/deliveries/moveDelivery.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { lockOwner, ORDER_CAUSE } from './grantOrder.ts';
import { lockOrder, type OrderRow } from './moveOrder.ts';
import { goodsOf, worthOf } from './orderGoods.ts';

/** Locks the order that caused a delivery, and its account. @returns undefined if no order caused it */
export async function lockOrderOf(
  tx: NodePgDatabase,
  { refType, refId }: Pick<DeliveryRow, 'refType' | 'refId'>,
): Promise<OrderRow | undefined> {
  if (refType !== ORDER_CAUSE.refType) return undefined;
  const order = await lockOrder(tx, eq(orders.id, Number(refId.split(':', 1)[0])));
  if (order) await lockOwner(tx, order);
  return order;
}

/**
 * Debits the worth of the pieces that a revoke did not find in the game (D11), like the worth of opened cases.
 * Nothing is debited if the refund has failed meanwhile. Requires that the order and its account are locked.
 */
export async function oweMissing(
  tx: NodePgDatabase,
  order: OrderRow,
  { id, code, count, taken, refId }: DeliveryRow,
): Promise<void> {
  const missing = count - (taken ?? count);
  if (missing === 0 || !order.taken) return;
  // a revoke of what was given again has fewer pieces than the order
  const pieces = goodsOf(order.quote).game.get(code)?.count ?? count;
  const debited = await debitOrOwe(tx, worthOf(order.quote, [missing / pieces]), {
    accountId: order.accountId,
    house: 'reversal',
    refType: ORDER_CAUSE.refType,
    refId: `${refId.split(':', 1)[0]}:d${id}`,
    reasons: { coins: 'orderReversed', debt: 'orderDebt' },
  });
  const total = {
    ...order.taken,
    coins: order.taken.coins + debited.coins,
    debt: order.taken.debt + debited.debt,
  };
  await tx.update(orders).set({ taken: total }).where(eq(orders.id, order.id));
}
