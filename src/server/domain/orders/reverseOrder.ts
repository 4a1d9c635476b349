import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { recall } from '#/server/domain/deliveries/recall.ts';
import { debitOrOwe } from '#/server/domain/ledger/debt.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { revokeCases, revokePremium } from '#/server/domain/ledger/revokeGoods.ts';
import type { Taken } from '#/server/platform/db/tables/quote.ts';
import { ORDER_CAUSE, orderRefs } from './grantOrder.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';
import { goodsOf, worthOf } from './orderGoods.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Revokes what a granted order gave, after a refund or a charge-back (D10). Unopened cases, unused Premium and
 * in-game goods are removed. Coins, and the worth of goods already used, are debited; what the wallet lacks becomes
 * debt. Requires that the order and its account are locked.
 * @returns the order; its `taken` lists the revoked goods
 */
export async function reverseOrder(tx: NodePgDatabase, deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const refs = await orderRefs(tx, order.id);
  const goods = goodsOf(order.quote);
  const causes = { accountId: order.accountId, ...ORDER_CAUSE, refIds: refs };
  const { lots, opened } = await revokeCases(tx, causes);
  const usedCases = [...goods.cases].map(([caseId, count]) => (opened.get(caseId) ?? 0) / count);
  const premiumMs = await revokePremium(tx, deps, causes);
  const givenMs = goods.premiumDays * DAY_MS;
  const usedPremium = givenMs > 0 ? 1 - premiumMs / givenMs : 0;
  const game = await recall(tx, deps, causes);
  const due = goods.coins + goods.bonusCoins + worthOf(order.quote, [...usedCases, usedPremium]);
  const debited = await debitOrOwe(tx, due, {
    accountId: order.accountId,
    house: 'reversal',
    refType: 'order',
    refId: refs.at(-1)!,
    reasons: { coins: 'orderReversed', debt: 'orderDebt' },
  });
  const taken: Taken = { ...debited, lots, premiumMs, game };
  await tx.update(orders).set({ taken }).where(eq(orders.id, order.id));
  return { ...order, taken };
}
