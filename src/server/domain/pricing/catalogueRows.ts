import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ProductType, PurchaseType } from '#/contract/shop.ts';
import { bonusTiers, goods, products, soldParts } from '#/server/platform/db/tables/shop.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';

export type ProductRow = typeof products.$inferSelect;
export type TierRow = typeof bonusTiers.$inferSelect;
export type GoodRow = typeof goods.$inferSelect;

/** SQL: pieces of a good in paid orders. */
export const piecesSold = sql<number>`(${goods.sold} + (SELECT coalesce(sum(${soldParts.pieces}), 0)::int
  FROM ${soldParts} WHERE ${soldParts.goodsId} = ${goods.id}))`;
/** Columns of a good with all that was sold of it. */
export const goodColumns = { ...getTableColumns(goods), sold: piecesSold.as('pieces_sold') };

/** SQL condition: a good is an offer of a case that can be bought. None is while the tab of cases is closed. */
export const whereOffer = and(
  eq(goods.caseId, cases.id),
  eq(goods.isWithdrawn, false),
  sql`EXISTS (SELECT FROM ${products} WHERE ${products.type} = 'cases'
    AND NOT ${products.isWithdrawn} AND NOT ${products.isComingSoon})`,
);

/**
 * A requested purchase and its game server: a number of coins, or pieces of a good. `productType`, if given, must be
 * the type of the good.
 */
export type Wanted = { serverKey: string } & (
  | { coins: number }
  | { goodsId: number; quantity: number; productType?: PurchaseType }
);

/** The catalogue's rows for a purchase. */
export interface CatalogueRows {
  product: ProductRow | undefined;
  /** Bonus tiers of the coins, the cheapest first. */
  tiers: TierRow[];
  good: GoodRow | undefined;
  /** Names of the case whose page sells the good. */
  caseNames: Localised | null;
}

/**
 * The tab that a purchase belongs to. Goods of the type `casesItem` are sold on the pages of the cases and belong to
 * the tab `cases`.
 */
export const tabOf = (type: PurchaseType): ProductType => (type === 'casesItem' ? 'cases' : type);

/** Reads the rows that `quoteFor` needs. */
export async function readRows(db: NodePgDatabase, wanted: Wanted): Promise<CatalogueRows> {
  if ('coins' in wanted) {
    const product = await readProduct(db, 'one_coin');
    return {
      product,
      tiers: product ? await readTiers(db, product.id) : [],
      good: undefined,
      caseNames: null,
    };
  }
  const [found] = await db
    .select({ good: goodColumns, caseNames: cases.names })
    .from(goods)
    .leftJoin(cases, eq(cases.id, goods.caseId))
    .where(eq(goods.id, wanted.goodsId));
  const product = found && (await readProduct(db, tabOf(found.good.type)));
  return { product, tiers: [], good: found?.good, caseNames: found?.caseNames ?? null };
}

async function readProduct(db: NodePgDatabase, type: ProductType): Promise<ProductRow | undefined> {
  const [product] = await db.select().from(products).where(eq(products.type, type));
  return product;
}

/** Reads the bonus tiers of a product, the cheapest first. */
export function readTiers(db: NodePgDatabase, productId: number): Promise<TierRow[]> {
  return db
    .select()
    .from(bonusTiers)
    .where(eq(bonusTiers.productId, productId))
    .orderBy(asc(bonusTiers.fromCents));
}
