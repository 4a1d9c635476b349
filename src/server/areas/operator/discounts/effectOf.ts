import { asc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { discountOf } from '#/contract/kernel/amounts.ts';
import { PAYMENT_MIN_CENTS } from '#/contract/kernel/limits.ts';
import { type DiscountInForce, isForGood, strongestReturn } from '#/contract/operator/catalogue/returns.ts';
import type { DiscountEffect } from '#/contract/operator/discounts.ts';
import { newestRevision } from '#/server/domain/catalogue/revisions.ts';
import {
  type CatalogueRows,
  goodColumns,
  tabOf,
  type Wanted,
} from '#/server/domain/pricing/catalogueRows.ts';
import { discounted, isOnSale, quoteFor } from '#/server/domain/pricing/quote.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import { promos } from '#/server/platform/db/tables/site/news.ts';
import { bonusTiers, goods, products } from '#/server/platform/db/tables/shop.ts';

interface Purchase {
  wanted: Wanted;
  rows: CatalogueRows;
  priceCents: number;
}

/** Returns the effect of a discount by today's catalogue: worked examples, and the highest return of a case (O21). */
export async function effectOf(db: NodePgDatabase, discount: DiscountInForce): Promise<DiscountEffect> {
  return {
    examples: examplesOf(discount, await purchasesFor(db, discount)),
    strongest: await strongestOf(db, discount),
    isOnBanner: await isOnBanner(db, discount.code),
  };
}

/** Whether the banner of the landing page may show a code. The banner counts down, so the code needs an end (L5). */
export async function isOnBanner(db: NodePgDatabase, code: string): Promise<boolean> {
  const [promo] = await db
    .select({ isWithdrawn: promos.isWithdrawn })
    .from(promos)
    .where(eq(promos.code, code));
  return promo?.isWithdrawn === false;
}

/** Lists all purchases in euro to which a discount applies. */
async function purchasesFor(db: NodePgDatabase, discount: DiscountInForce): Promise<Purchase[]> {
  const tabs = await db.select().from(products);
  const tiers = await db.select().from(bonusTiers).orderBy(asc(bonusTiers.fromCents));
  const sold = await db
    .select({ good: goodColumns, caseNames: cases.names })
    .from(goods)
    .leftJoin(cases, eq(cases.id, goods.caseId))
    .where(eq(goods.isWithdrawn, false));
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

async function strongestOf(
  db: NodePgDatabase,
  discount: DiscountInForce,
): Promise<DiscountEffect['strongest']> {
  const content = (await newestRevision(db))?.content;
  const found = content && strongestReturn(content, discount, PAYMENT_MIN_CENTS);
  const opened = found && content.cases.find(({ id }) => id === found.caseId);
  if (!found || !opened) return null;
  const { good, priceCents, totalCents, returned } = found;
  return { case: opened.name, good: good.name, priceCents, totalCents, returned };
}
