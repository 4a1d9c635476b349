import { sql } from 'drizzle-orm';
import type { OrderGiven } from '#/contract/operator/orders.ts';
import { type deliveriesFor, refsOfOrdersWhere } from '#/server/domain/deliveries/deliveriesFor.ts';
import { ORDER_CAUSE } from '#/server/domain/orders/grantOrder.ts';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { goodsOf } from '#/server/domain/orders/orderGoods.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { NamesAndPlaces } from './namesAndPlaces.ts';

/** Returns the goods that an order granted, and their unused part. @param caseOf names of cases; without it they have none */
export async function givenBy(
  deps: Pick<Deps, 'db' | 'now'>,
  order: OrderRow,
  things: Awaited<ReturnType<typeof deliveriesFor>>,
  caseOf: NamesAndPlaces['caseOf'] = () => null,
): Promise<OrderGiven> {
  const { coins, bonusCoins, premiumDays, cases } = goodsOf(order.quote);
  const hasParts = cases.size > 0 || premiumDays > 0;
  const { pieces, premiumLeftMs } = hasParts ? await partsLeft(deps, order) : NOTHING_LEFT;
  return {
    coins,
    bonusCoins,
    premiumDays,
    premiumLeftMs,
    cases: [...cases].map(([caseId, given]) => ({
      caseId,
      titles: caseOf(caseId),
      given,
      opened: pieces[caseId]?.opened ?? 0,
      left: pieces[caseId]?.left ?? 0,
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

interface PartsLeft {
  /** By the case's id. */
  pieces: Record<number, { opened: number; left: number }>;
  premiumLeftMs: number;
}

const NOTHING_LEFT: PartsLeft = { pieces: {}, premiumLeftMs: 0 };

/** Counts the opened and unopened cases of an order and the Premium that is left, in one statement. */
async function partsLeft({ db, now }: Pick<Deps, 'db' | 'now'>, order: OrderRow): Promise<PartsLeft> {
  const byGrant = sql`reason = ${ORDER_CAUSE.reason} AND ref_type = ${ORDER_CAUSE.refType}
    AND ref_id = ANY(${refsOfOrdersWhere(sql`o.id = ${order.id}`)})`;
  const { rows } = await db.execute<PartsLeft & Record<string, unknown>>(sql`SELECT
    (SELECT coalesce(json_object_agg(case_id, json_build_object('opened', opened, 'left', bought - opened)), '{}')
      FROM (SELECT case_id, sum(opened) AS opened, sum(bought) AS bought FROM case_lots
        WHERE account_id = ${order.accountId} AND ${byGrant} GROUP BY case_id) lots) AS "pieces",
    (SELECT coalesce(round(sum(extract(epoch FROM ends_at - greatest(starts_at, at))) * 1000), 0)::float8
      FROM premium_periods, (SELECT ${now()}::timestamptz AS at) clock
      WHERE ${byGrant} AND revoked_at IS NULL AND ends_at > at) AS "premiumLeftMs"`);
  return rows[0]!;
}
