import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { balanceDebt, lockBalances, openDebt } from '../debt.ts';
import { caseLots, deliveries, orders, premiumPeriods } from '../db/schema.ts';
import { transfer } from '../ledger.ts';
import type { Taken } from '../quote.ts';
import { deliver, ORDER_CAUSE, orderRefs } from './grantOrder.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';
import { goodsOf, worthOf } from './orderGoods.ts';

/**
 * Takes back what a granted order gave (its payment went back): coins as far as they are there, the rest and what was
 * used is owed; unopened cases, Premium to come and goods in the game go. The order and its account are locked.
 * @returns the order, which keeps what was taken
 */
export async function reverseOrder(tx: NodePgDatabase, deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const refs = await orderRefs(tx, order.id);
  const { lots, usedCases } = await takeLots(tx, order, refs);
  const { premiumMs, usedPremium } = await takePremium(tx, deps, order, refs);
  const called = await takeDeliveries(tx, deps, order, refs);
  const { coins, bonusCoins } = goodsOf(order.quote);
  const due = coins + bonusCoins + worthOf(order.quote, [...usedCases, usedPremium]);
  const taken: Taken = { ...(await takeCoins(tx, order, due, refs.at(-1)!)), lots, premiumMs, ...called };
  await tx.update(orders).set({ taken }).where(eq(orders.id, order.id));
  return { ...order, taken };
}

async function takeLots(tx: NodePgDatabase, { quote, accountId }: OrderRow, refs: string[]) {
  const rows = await tx
    .select()
    .from(caseLots)
    .where(
      and(
        eq(caseLots.accountId, accountId),
        eq(caseLots.reason, ORDER_CAUSE.reason),
        eq(caseLots.refType, ORDER_CAUSE.refType),
        inArray(caseLots.refId, refs),
      ),
    )
    .orderBy(caseLots.id)
    .for('update');
  const lots: Taken['lots'] = [];
  const opened = new Map<number, number>();
  for (const lot of rows) {
    opened.set(lot.caseId, (opened.get(lot.caseId) ?? 0) + lot.opened);
    const count = lot.bought - lot.opened;
    if (count === 0) continue;
    lots.push({ caseId: lot.caseId, count, oddsHash: lot.oddsHash });
    if (lot.opened === 0) await tx.delete(caseLots).where(eq(caseLots.id, lot.id));
    else await tx.update(caseLots).set({ bought: lot.opened }).where(eq(caseLots.id, lot.id));
  }
  const given = goodsOf(quote).cases;
  const usedCases = [...given].map(([caseId, count]) => (opened.get(caseId) ?? 0) / count);
  return { lots, usedCases };
}

async function takePremium(
  tx: NodePgDatabase,
  { now }: OrderDeps,
  { accountId, quote }: OrderRow,
  refs: string[],
) {
  const revokedAt = now();
  const periods = await tx
    .update(premiumPeriods)
    .set({ revokedAt })
    .where(
      and(
        eq(premiumPeriods.accountId, accountId),
        eq(premiumPeriods.reason, ORDER_CAUSE.reason),
        eq(premiumPeriods.refType, ORDER_CAUSE.refType),
        inArray(premiumPeriods.refId, refs),
        isNull(premiumPeriods.revokedAt),
      ),
    )
    .returning({ startsAt: premiumPeriods.startsAt, endsAt: premiumPeriods.endsAt });
  const leftMs = periods.map(({ startsAt, endsAt }) =>
    Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), revokedAt.getTime())),
  );
  const premiumMs = leftMs.reduce((sum, ms) => sum + ms, 0);
  const givenMs = goodsOf(quote).premiumDays * 24 * 60 * 60_000;
  return { premiumMs, usedPremium: givenMs > 0 ? 1 - premiumMs / givenMs : 0 };
}

async function takeDeliveries(tx: NodePgDatabase, deps: OrderDeps, order: OrderRow, refs: string[]) {
  const isIts = and(
    eq(deliveries.reason, ORDER_CAUSE.reason),
    eq(deliveries.refType, ORDER_CAUSE.refType),
    inArray(deliveries.refId, refs),
    eq(deliveries.kind, 'give'),
    // given and taken away again in an earlier round
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

/** A row that was called off when a dispute was won serves again. */
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

async function takeCoins(tx: NodePgDatabase, { accountId }: OrderRow, due: number, refId: string) {
  if (due === 0) return { coins: 0, debt: 0 };
  const { wallet } = await lockBalances(tx, accountId, ['reversal']);
  const cause = { refType: 'order', refId };
  const to = { kind: 'reversal' } as const;
  const coins = Math.min(wallet, due);
  const debt = due - coins;
  if (coins > 0)
    await transfer(tx, {
      from: { kind: 'wallet', ownerId: accountId },
      to,
      amount: coins,
      reason: 'orderReversed',
      ...cause,
    });
  if (debt > 0) {
    await openDebt(tx, accountId);
    await transfer(tx, {
      from: { kind: 'debt', ownerId: accountId },
      to,
      amount: debt,
      reason: 'orderDebt',
      ...cause,
    });
  }
  await balanceDebt(tx, accountId, { refType: 'reversal', refId });
  return { coins, debt };
}
