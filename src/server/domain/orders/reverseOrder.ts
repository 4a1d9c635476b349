import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { giveAgain, recall } from '#/server/domain/deliveries/recall.ts';
import { debitOrOwe, restoreDebit } from '#/server/domain/ledger/debt.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
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
  const { goods: game, missing } = await recall(tx, deps, causes);
  const usedGame = [...goods.game].map(([code, { count }]) => (missing.get(code) ?? 0) / count);
  const used = [...usedCases, usedPremium, ...usedGame];
  const due = goods.coins + goods.bonusCoins + worthOf(order.quote, used);
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

/**
 * Restores exactly what `reverseOrder` revoked, because the charge-back or the refund failed (D12). Requires that the order
 * is locked and has moved to `granted`, and that its account is locked.
 */
export async function restoreOrder(tx: NodePgDatabase, deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const { taken, accountId, quote } = order;
  if (!taken) return order;
  const refIds = await orderRefs(tx, order.id);
  const refId = refIds.at(-1)!;
  for (const { caseId, count, oddsHash } of sameCases(taken.lots))
    await grantCases(tx, { accountId, caseId, count, oddsHash, ...ORDER_CAUSE, refId });
  await grantPremium(tx, deps, { accountId, lengthMs: taken.premiumMs, ...ORDER_CAUSE, refId });
  const owner = { accountId, serverKey: quote.serverKey };
  await giveAgain(tx, deps, owner, { ...ORDER_CAUSE, refIds }, taken.game);
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
