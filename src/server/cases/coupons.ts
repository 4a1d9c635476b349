import { and, count, desc, eq } from 'drizzle-orm';
import type { CouponPage } from '#/contract/cases.ts';
import { COUPON_PAGE_CELLS } from '#/contract/limits.ts';
import type { Locale } from '#/contract/locale.ts';
import { caseItems, coupons as couponTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { couponColumns, couponOf } from './couponRows.ts';

/** One page of the coupons a player has, newest first (C5). A page after the last one is empty. */
export async function coupons(
  deps: Deps,
  accountId: number,
  page: number,
  locale: Locale,
): Promise<CouponPage> {
  const isOwned = and(eq(couponTable.accountId, accountId), eq(couponTable.state, 'owned'));
  const [total] = await deps.db.select({ count: count() }).from(couponTable).where(isOwned);
  const rows = await deps.db
    .select(couponColumns)
    .from(couponTable)
    .innerJoin(caseItems, eq(caseItems.id, couponTable.itemId))
    .where(isOwned)
    .orderBy(desc(couponTable.id))
    .limit(COUPON_PAGE_CELLS)
    .offset((page - 1) * COUPON_PAGE_CELLS);
  return {
    coupons: rows.map((row) => couponOf(row, locale)),
    pageInfo: {
      currentPage: page,
      lastPage: Math.max(1, Math.ceil((total?.count ?? 0) / COUPON_PAGE_CELLS)),
    },
  };
}
