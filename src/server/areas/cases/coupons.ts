import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { CouponPage, couponsQuery, Rarity } from '#/contract/cases.ts';
import { COUPON_PAGE_CELLS } from '#/contract/kernel/limits.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { caseItems } from '#/server/platform/db/tables/cases.ts';
import { coupons as couponTable, sharedPrizes } from '#/server/platform/db/tables/prizes.ts';
import { draws, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { couponColumns, couponOf } from './couponRows.ts';

type Query = z.output<typeof couponsQuery>;

/**
 * Lists one page of a player's coupons, the newest first (C5). With `before` every page costs the same, and `lastPage`
 * only tells whether another one follows. Without it all coupons of the filter are counted. A page after the last one
 * is empty.
 */
export async function coupons(
  deps: Deps,
  accountId: number,
  query: Query,
  locale: Locale,
): Promise<CouponPage> {
  const { page, before } = query;
  const rows = await deps.db
    .select({
      ...couponColumns,
      state: couponTable.state,
      gives: caseItems.gives,
      sharedCode: sharedPrizes.code,
      draw: { epochId: fairEpochs.publicId, nonce: draws.nonce },
    })
    .from(couponTable)
    .innerJoin(caseItems, eq(caseItems.id, couponTable.itemId))
    .innerJoin(draws, eq(draws.id, couponTable.drawId))
    .innerJoin(fairEpochs, eq(fairEpochs.id, draws.epochId))
    .leftJoin(sharedPrizes, eq(sharedPrizes.couponId, couponTable.id))
    .where(inArray(couponTable.id, sql`(${pageOf(accountId, query)})`))
    .orderBy(desc(couponTable.id));
  const shown = rows.slice(0, COUPON_PAGE_CELLS);
  const hasMore = rows.length > COUPON_PAGE_CELLS;
  const lastPage = before === undefined ? await countPages(deps, accountId, query) : page + (hasMore ? 1 : 0);
  return {
    coupons: shown.map(({ state, draw, gives, sharedCode, ...row }) => ({
      ...couponOf(row, locale),
      state,
      draw,
      gives: gives?.kind ?? null,
      ...(sharedCode && { sharedCode }),
    })),
    pageInfo: { currentPage: page, lastPage, nextBefore: hasMore ? (shown.at(-1)?.id ?? null) : null },
  };
}

/**
 * Reads the ids of a page and of one more coupon. For a rarity it merges the newest coupons of each item, so that it
 * need not scan thousands of other coupons for rare ones.
 */
function pageOf(accountId: number, { page, before, color, state }: Query): SQL {
  const offset = before === undefined ? (page - 1) * COUPON_PAGE_CELLS : 0;
  const limit = COUPON_PAGE_CELLS + 1;
  const isOf = sql`account_id = ${accountId} AND state = ${state}
    AND ${before === undefined ? sql`true` : sql`id < ${before}`}`;
  if (color === undefined)
    return sql`SELECT id FROM coupons WHERE ${isOf} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`;
  return sql`SELECT newest.id FROM case_items item CROSS JOIN LATERAL (
      SELECT id FROM coupons WHERE ${isOf} AND item_id = item.id ORDER BY id DESC LIMIT ${offset + limit}) newest
    WHERE item.color = ${color} ORDER BY newest.id DESC LIMIT ${limit} OFFSET ${offset}`;
}

async function countPages({ db }: Deps, accountId: number, { color, state }: Query): Promise<number> {
  const isOf = and(eq(couponTable.accountId, accountId), eq(couponTable.state, state));
  const itemsOf = (it: Rarity) =>
    db.select({ id: caseItems.id }).from(caseItems).where(eq(caseItems.color, it));
  const [total] = await db
    .select({ count: count() })
    .from(couponTable)
    .where(and(isOf, color && inArray(couponTable.itemId, itemsOf(color))));
  return Math.max(1, Math.ceil((total?.count ?? 0) / COUPON_PAGE_CELLS));
}
