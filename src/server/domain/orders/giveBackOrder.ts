import { eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { restoreDebit } from '#/server/domain/ledger/debt.ts';
import { deliveries, orders } from '#/server/platform/db/tables/orders.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
import type { Taken } from '#/server/platform/db/tables/quote.ts';
import { deliver, ORDER_CAUSE, orderRefs } from './grantOrder.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';

/**
 * Restores exactly what `reverseOrder` revoked, because the charge-back or the refund failed. Requires that the order
 * is locked and has moved to `granted`, and that its account is locked.
 */
export async function giveBackOrder(tx: NodePgDatabase, deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const { taken, accountId } = order;
  if (!taken) return order;
  const refId = (await orderRefs(tx, order.id)).at(-1)!;
  for (const { caseId, count, oddsHash } of sameCases(taken.lots))
    await grantCases(tx, { accountId, caseId, count, oddsHash, ...ORDER_CAUSE, refId });
  await grantPremium(tx, deps, { accountId, lengthMs: taken.premiumMs, ...ORDER_CAUSE, refId });
  await tx.update(deliveries).set({ state: 'waiting' }).where(inArray(deliveries.id, taken.cancelled));
  await giveGameAgain(tx, deps, order, taken.revoked, refId);
  await restoreDebit(tx, taken, {
    accountId,
    house: 'reversal',
    refType: 'order',
    refId,
    reasons: { coins: 'orderGivenBack', debt: 'orderDebtGivenBack' },
  });
  await tx.update(orders).set({ taken: null }).where(eq(orders.id, order.id));
  return { ...order, taken: null };
}

/**
 * Merges the lots of a case, because a cause grants each case once. Lots of one case differ only after a second
 * dispute.
 */
function sameCases(lots: Taken['lots']): Taken['lots'] {
  const merged = new Map<number, Taken['lots'][number]>();
  for (const lot of lots) {
    const known = merged.get(lot.caseId);
    merged.set(lot.caseId, known ? { ...known, count: known.count + lot.count } : lot);
  }
  return [...merged.values()];
}

/** Cancels the revocations that the game has not received yet, and delivers the other things anew. */
async function giveGameAgain(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  revoked: number[],
  refId: string,
): Promise<void> {
  const rows = await tx.select().from(deliveries).where(inArray(deliveries.id, revoked)).for('update');
  for (const { id, state, code, count } of rows) {
    if (state === 'waiting')
      await tx.update(deliveries).set({ state: 'cancelled' }).where(eq(deliveries.id, id));
    else await deliver(tx, deps, order, { kind: 'give', code, count, refId });
  }
}
