import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Purpose as PurposeView } from '#/contract/shop.ts';
import type { Purpose } from '#/server/platform/db/tables/quote.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';

export type PurposeGood = typeof goods.$inferSelect;

/** SQL condition for the good of a purpose, if it is still sold for coins. */
export const byPurpose = (purpose: AnyPgColumn): SQL | undefined =>
  and(eq(goods.id, sql`(${purpose} ->> 'goodsId')::bigint`), soldForCoins);

const soldForCoins = and(eq(goods.isWithdrawn, false), isNotNull(goods.priceCoins));

/** Finds the good of a purpose. Undefined if it is not sold for coins. */
export async function purposeGood(
  db: NodePgDatabase,
  { goodsId }: Pick<Purpose, 'goodsId'>,
): Promise<PurposeGood | undefined> {
  const [good] = await db
    .select()
    .from(goods)
    .where(and(eq(goods.id, goodsId), soldForCoins));
  return good;
}

/** Shows the good that coins are bought for (S20). Null without one, or if it is no longer sold for coins. */
export function purposeView(
  purpose: Purpose | null,
  good: PurposeGood | null | undefined,
  locale: Locale,
): PurposeView | null {
  if (!purpose || !good) return null;
  return {
    goods_id: good.id,
    product_type: good.type,
    case_id: good.caseId,
    name: good.names[locale],
    product_qty: purpose.quantity,
    price: purpose.unitPrice,
  };
}
