import { eq, getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { discountOf } from '#/contract/kernel/amounts.ts';
import { PAYMENT_MIN_CENTS } from '#/contract/kernel/limits.ts';
import { type DiscountInForce, isForGood, strongestReturn } from '#/contract/operator/catalogue/returns.ts';
import type { DiscountEffect } from '#/contract/operator/discounts.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import {
  type CatalogueRows,
  type GoodRow,
  piecesSold,
  type ProductRow,
  tabOf,
  type TierRow,
  type Wanted,
} from '#/server/domain/pricing/catalogueRows.ts';
import { discounted, isOnSale, quoteFor } from '#/server/domain/pricing/quote.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import { catalogueRevisions } from '#/server/platform/db/tables/operators/catalogue.ts';
import { promos } from '#/server/platform/db/tables/site/news.ts';
import { bonusTiers, goods, products } from '#/server/platform/db/tables/shop.ts';

interface Purchase {
  wanted: Wanted;
  rows: CatalogueRows;
  priceCents: number;
}

/** The parts of the catalogue that the effect of a discount depends on. */
interface Offer {
  tabs: ProductRow[];
  tiers: TierRow[];
  /** Goods on sale. */
  sold: { good: GoodRow; caseNames: Localised | null }[];
  /** Whether the landing page's banner may show the code. */
  isOnBanner: boolean;
  /** Null before the first import. */
  content: Catalogue | null;
}

/** Returns the effect of a discount by today's catalogue: worked examples, and the highest return of a case (O21). */
export async function effectOf(db: NodePgDatabase, discount: DiscountInForce): Promise<DiscountEffect> {
  const offer = await readOffer(db, discount.code);
  return {
    examples: examplesOf(discount, purchasesFor(offer, discount)),
    strongest: offer.content && strongestOf(offer.content, discount),
    isOnBanner: offer.isOnBanner,
  };
}

/** Reads all parts in one statement. */
async function readOffer(db: NodePgDatabase, code: string): Promise<Offer> {
  const { rows } = await db.execute<Offer & Record<string, unknown>>(sql`SELECT
    ${jsonRows(jsonOf(getTableColumns(products)), sql`FROM ${products}`)} AS tabs,
    ${jsonRows(jsonOf(getTableColumns(bonusTiers)), sql`FROM ${bonusTiers}`, sql`ORDER BY ${bonusTiers.fromCents}`)} AS tiers,
    ${jsonRows(
      sql`json_build_object('good', ${jsonOf({ ...getTableColumns(goods), sold: piecesSold })}, 'caseNames', ${cases.names})`,
      sql`FROM ${goods} LEFT JOIN ${cases} ON ${cases.id} = ${goods.caseId} WHERE NOT ${goods.isWithdrawn}`,
    )} AS sold,
    EXISTS (SELECT FROM ${promos} WHERE ${promos.code} = ${code} AND NOT ${promos.isWithdrawn}) AS "isOnBanner",
    (SELECT ${catalogueRevisions.content} FROM ${catalogueRevisions}
      ORDER BY ${catalogueRevisions.id} DESC LIMIT 1) AS content`);
  return rows[0]!;
}

/** SQL: one JSON object of columns or expressions. Values that JSON has no form for, such as times, become texts. */
const jsonOf = (columns: Record<string, SQLWrapper>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )})`;

/** SQL: a JSON list of the rows of a query. */
const jsonRows = (row: SQL, from: SQL, order = sql``): SQL =>
  sql`(SELECT coalesce(json_agg(${row} ${order}), '[]') ${from})`;

/** Whether the banner of the landing page may show a code. The banner counts down, so the code needs an end (L5). */
export async function isOnBanner(db: NodePgDatabase, code: string): Promise<boolean> {
  const [promo] = await db
    .select({ isWithdrawn: promos.isWithdrawn })
    .from(promos)
    .where(eq(promos.code, code));
  return promo?.isWithdrawn === false;
}

/** Lists all purchases in euro to which a discount applies. */
function purchasesFor({ tabs, tiers, sold }: Offer, discount: DiscountInForce): Purchase[] {
  const ofGoods = sold.flatMap(({ good, caseNames }): Purchase[] => {
    const product = tabs.find(({ type }) => type === tabOf(good.type));
    if (good.priceCents === null || !isOnSale(product) || !isForGood(discount, good)) return [];
    const wanted = { goodsId: good.id, quantity: 1, serverKey: good.serverKeys?.[0] ?? '' };
    return [{ wanted, rows: { product, tiers: [], good, caseNames }, priceCents: good.priceCents }];
  });
  return [...ofGoods, ...ofCoins(discount, tabs, tiers)];
}

/** The smallest amount of coins, and the first amount of each bonus tier. */
function ofCoins(
  { goodsIds, productTypes }: DiscountInForce,
  tabs: readonly NonNullable<CatalogueRows['product']>[],
  tiers: CatalogueRows['tiers'],
): Purchase[] {
  const product = tabs.find(({ type }) => type === 'one_coin');
  if (!isOnSale(product) || goodsIds !== null || productTypes?.includes('one_coin') === false) return [];
  const { basePriceCents, priceFromCents } = product;
  if (basePriceCents === null || priceFromCents === null) return [];
  const ofProduct = tiers.filter(({ productId }) => productId === product.id);
  const sums = [Math.max(priceFromCents, PAYMENT_MIN_CENTS), ...ofProduct.map(({ fromCents }) => fromCents)];
  return sums.map((sum) => {
    const coins = Math.ceil(sum / basePriceCents);
    const rows = { product, tiers: ofProduct, good: undefined, caseNames: null };
    return { wanted: { coins, serverKey: '' }, rows, priceCents: coins * basePriceCents };
  });
}

/** The cheapest, a middle and the most expensive purchase that the discount makes cheaper, quoted as for players. */
function examplesOf(discount: DiscountInForce, purchases: readonly Purchase[]): DiscountEffect['examples'] {
  const cheaper = purchases
    .filter(({ priceCents }) => discountOf(discount, priceCents, PAYMENT_MIN_CENTS) > 0)
    .toSorted((a, b) => a.priceCents - b.priceCents);
  const places = new Set([0, Math.floor((cheaper.length - 1) / 2), cheaper.length - 1]);
  return [...places].flatMap((at) => {
    const purchase = cheaper[at];
    const quote = purchase && quoteFor(purchase.rows, purchase.wanted);
    if (!quote || typeof quote === 'string') return [];
    const { goodsId, titles, coins, bonusCoins, priceCents, discountCents, totalCents } = discounted(
      quote,
      discount,
    );
    const names = goodsId === null ? null : titles;
    return [{ names, coins, bonusCoins, priceCents, discountCents, totalCents }];
  });
}

function strongestOf(content: Catalogue, discount: DiscountInForce): DiscountEffect['strongest'] {
  const found = strongestReturn(content, discount, PAYMENT_MIN_CENTS);
  const opened = found && content.cases.find(({ id }) => id === found.caseId);
  if (!found || !opened) return null;
  const { good, priceCents, totalCents, returned } = found;
  return { case: opened.name, good: good.name, priceCents, totalCents, returned };
}
