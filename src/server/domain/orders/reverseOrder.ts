import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { debitOrOwe } from '#/server/domain/ledger/debt.ts';
import { deliveries, orders } from '#/server/platform/db/tables/orders.ts';
import { revokeCases, revokePremium } from '#/server/domain/ledger/revokeGoods.ts';
import type { Taken } from '#/server/platform/db/tables/quote.ts';
import { deliver, ORDER_CAUSE, orderRefs } from './grantOrder.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';
import { goodsOf, worthOf } from './orderGoods.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Revokes what a granted order gave, after a refund or a charge-back. Unopened cases, unused Premium and in-game goods
 * are removed. Coins, and the worth of goods already used, are debited; what the wallet lacks becomes debt. Requires
 * that the order and its account are locked.
 * @returns the order, with what was revoked in `taken`
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
  const called = await takeDeliveries(tx, deps, order, refs);
  const due = goods.coins + goods.bonusCoins + worthOf(order.quote, [...usedCases, usedPremium]);
  const debited = await debitOrOwe(tx, due, {
    accountId: order.accountId,
    house: 'reversal',
    refType: 'order',
    refId: refs.at(-1)!,
    reasons: { coins: 'orderReversed', debt: 'orderDebt' },
  });
  const taken: Taken = { ...debited, lots, premiumMs, ...called };
  await tx.update(orders).set({ taken }).where(eq(orders.id, order.id));
  return { ...order, taken };
}

async function takeDeliveries(tx: NodePgDatabase, deps: OrderDeps, order: OrderRow, refs: string[]) {
  const isIts = and(
    eq(deliveries.reason, ORDER_CAUSE.reason),
    eq(deliveries.refType, ORDER_CAUSE.refType),
    inArray(deliveries.refId, refs),
    eq(deliveries.kind, 'give'),
    // skips what an earlier round gave and revoked
    sql`NOT EXISTS (SELECT FROM ${deliveries} back WHERE back.kind = 'revoke' AND back.state <> 'cancelled'
      AND back.reason = 'order' AND back.ref_type = 'order'
      AND back.ref_id = ${deliveries.refId} AND back.code = ${deliveries.code})`,
  );
  const rows = await tx.select().from(deliveries).where(isIts).orderBy(deliveries.id).for('update');
  const cancelled: number[] = [];
  const revoked: number[] = [];
  for (const { id, state, code, count, refId } of rows) {
    if (state === 'waiting') {
      await tx.update(deliveries).set({ state: 'cancelled' }).where(eq(deliveries.id, id));
      cancelled.push(id);
    }
    if (state === 'done') revoked.push(await revoke(tx, deps, order, { code, count, refId }));
  }
  return { cancelled, revoked };
}

/** Revokes a delivery. A revocation that was cancelled when a dispute was won is used again. */
async function revoke(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  { code, count, refId }: { code: string; count: number; refId: string },
): Promise<number> {
  const [again] = await tx
    .update(deliveries)
    .set({ state: 'waiting' })
    .where(
      and(
        eq(deliveries.reason, ORDER_CAUSE.reason),
        eq(deliveries.refType, ORDER_CAUSE.refType),
        eq(deliveries.refId, refId),
        eq(deliveries.kind, 'revoke'),
        eq(deliveries.code, code),
      ),
    )
    .returning({ id: deliveries.id });
  return again?.id ?? deliver(tx, deps, order, { kind: 'revoke', code, count, refId });
}
