import { eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { balanceDebt, lockBalances, openDebt } from '../debt.ts';
import { deliveries, orders } from '../db/schema.ts';
import { grantCases } from '../grantCases.ts';
import { grantPremium } from '../grantPremium.ts';
import { transfer } from '../ledger.ts';
import type { Taken } from '../quote.ts';
import { deliver, ORDER_CAUSE, orderRefs } from './grantOrder.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';

/**
 * Gives again exactly what `reverseOrder` took: the charge-back came to nothing. The order has moved to `granted`
 * already; it and its account are locked.
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
  await giveCoins(tx, accountId, taken, refId);
  await tx.update(orders).set({ taken: null }).where(eq(orders.id, order.id));
  return { ...order, taken: null };
}

/** A cause gives a case once: lots of one case, which differ only after a second dispute, are one again. */
function sameCases(lots: Taken['lots']): Taken['lots'] {
  const merged = new Map<number, Taken['lots'][number]>();
  for (const lot of lots) {
    const known = merged.get(lot.caseId);
    merged.set(lot.caseId, known ? { ...known, count: known.count + lot.count } : lot);
  }
  return [...merged.values()];
}

/** What the game has not taken away yet it may keep; the rest it gives anew. */
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

async function giveCoins(tx: NodePgDatabase, accountId: number, taken: Taken, refId: string): Promise<void> {
  if (taken.coins + taken.debt === 0) return;
  await lockBalances(tx, accountId, ['reversal']);
  const from = { kind: 'reversal' } as const;
  const cause = { refType: 'order', refId };
  if (taken.coins > 0)
    await transfer(tx, {
      from,
      to: { kind: 'wallet', ownerId: accountId },
      amount: taken.coins,
      reason: 'orderGivenBack',
      ...cause,
    });
  if (taken.debt > 0) {
    await openDebt(tx, accountId);
    await transfer(tx, {
      from,
      to: { kind: 'debt', ownerId: accountId },
      amount: taken.debt,
      reason: 'orderDebtGivenBack',
      ...cause,
    });
  }
  await balanceDebt(tx, accountId, cause);
}
