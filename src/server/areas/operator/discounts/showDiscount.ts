import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { type DiscountDay, type DiscountReply, SUMMED_ORDERS } from '#/contract/operator/discounts.ts';
import { CAME_CENTS } from '#/server/domain/referral/keptMoney.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { effectOf } from './effectOf.ts';
import { findDiscount, named } from './listDiscounts.ts';

/**
 * Shows a discount code or a batch: its effect, and its purchases by day.
 * @throws AppError notFound
 */
export async function showDiscount(deps: Pick<Deps, 'db' | 'now'>, id: number): Promise<DiscountReply> {
  const { discount, goods } = (await findDiscount(deps, id)) ?? fail('notFound');
  const { days, isCut } = await daysOf(deps, id);
  return { discount, effect: await effectOf(deps.db, discount), goods, days, isCut };
}

/** One more than are summed, which tells whether there are older ones. */
const MOST = sql.raw(String(SUMMED_ORDERS + 1));

/** Sums the newest orders with a code by the day of payment, in UTC. */
async function daysOf(
  { db }: Pick<Deps, 'db'>,
  id: number,
): Promise<{ days: DiscountDay[]; isCut: boolean }> {
  const { rows } = await db.execute<DiscountDay & { all: number } & Record<string, unknown>>(sql`
    WITH newest AS (SELECT u.order_id FROM discount_codes d CROSS JOIN LATERAL (
        SELECT order_id FROM discount_uses WHERE discount_code_id = d.id AND released_at IS NULL
        ORDER BY order_id DESC LIMIT ${MOST}) u
      WHERE d.id = ${id} OR d.batch_id = ${id} ORDER BY u.order_id DESC LIMIT ${MOST})
    SELECT to_char(o.paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS uses,
      sum(${CAME_CENTS})::int AS "paidCents", sum((o.quote ->> 'discountCents')::int)::int AS "discountCents",
      sum(o.refunded_cents)::int AS "refundedCents", (SELECT count(*)::int FROM newest) AS all
    FROM (SELECT order_id FROM newest LIMIT ${sql.raw(String(SUMMED_ORDERS))}) used
      JOIN orders o ON o.id = used.order_id
    WHERE o.paid_at IS NOT NULL GROUP BY 1 ORDER BY 1 DESC`);
  return {
    days: rows.map(({ day, uses, paidCents, discountCents, refundedCents }) => {
      return { day, uses, paidCents, discountCents, refundedCents };
    }),
    isCut: (rows[0]?.all ?? 0) > SUMMED_ORDERS,
  };
}

/** Lists the goods that cost euro, in the order of the shop. */
export async function discountGoods({ db }: Pick<Deps, 'db'>) {
  const rows = await db
    .select({ id: goods.id, names: goods.names, caseNames: cases.names })
    .from(goods)
    .leftJoin(cases, eq(cases.id, goods.caseId))
    .where(and(eq(goods.isWithdrawn, false), isNotNull(goods.priceCents)))
    .orderBy(asc(goods.type), asc(goods.sortOrder), asc(goods.id));
  return { goods: rows.map(named) };
}
