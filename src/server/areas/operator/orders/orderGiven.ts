import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { OrderGiven } from '#/contract/operator/orders.ts';
import type { deliveriesFor } from '#/server/domain/deliveries/deliveriesFor.ts';
import { ORDER_CAUSE, orderRefs } from '#/server/domain/orders/grantOrder.ts';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { goodsOf } from '#/server/domain/orders/orderGoods.ts';
import { caseLots } from '#/server/platform/db/tables/cases.ts';
import { premiumPeriods } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { NamesAndPlaces } from './namesAndPlaces.ts';

/** Returns the goods that an order granted, and their unused part. @param caseOf names of cases; without it they have none */
export async function givenBy(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  order: OrderRow,
  things: Awaited<ReturnType<typeof deliveriesFor>>,
  caseOf: NamesAndPlaces['caseOf'] = () => null,
): Promise<OrderGiven> {
  const { coins, bonusCoins, premiumDays, cases } = goodsOf(order.quote);
  const refs = cases.size > 0 || premiumDays > 0 ? await orderRefs(db, order.id) : [];
  const opened = new Map<number, number>();
  const left = new Map<number, number>();
  if (cases.size > 0) {
    const lots = await db
      .select()
      .from(caseLots)
      .where(
        and(
          eq(caseLots.accountId, order.accountId),
          eq(caseLots.reason, ORDER_CAUSE.reason),
          eq(caseLots.refType, ORDER_CAUSE.refType),
          inArray(caseLots.refId, refs),
        ),
      );
    for (const { caseId, opened: used, bought } of lots) {
      opened.set(caseId, (opened.get(caseId) ?? 0) + used);
      left.set(caseId, (left.get(caseId) ?? 0) + bought - used);
    }
  }
  return {
    coins,
    bonusCoins,
    premiumDays,
    premiumLeftMs: premiumDays > 0 ? await premiumLeftMs({ db, now }, refs) : 0,
    cases: [...cases].map(([caseId, given]) => ({
      caseId,
      titles: caseOf(caseId),
      given,
      opened: opened.get(caseId) ?? 0,
      left: left.get(caseId) ?? 0,
    })),
    deliveries: things.map(({ id, kind, code, count, state, titles }) => ({
      id,
      kind,
      code,
      count,
      state,
      titles,
    })),
  };
}

async function premiumLeftMs({ db, now }: Pick<Deps, 'db' | 'now'>, refs: string[]): Promise<number> {
  const at = now().getTime();
  const periods = await db
    .select()
    .from(premiumPeriods)
    .where(
      and(
        eq(premiumPeriods.reason, ORDER_CAUSE.reason),
        eq(premiumPeriods.refType, ORDER_CAUSE.refType),
        inArray(premiumPeriods.refId, refs),
        isNull(premiumPeriods.revokedAt),
      ),
    );
  return periods.reduce(
    (sum, { startsAt, endsAt }) => sum + Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), at)),
    0,
  );
}
