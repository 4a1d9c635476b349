import { bonusOf, discountOf, NO_BONUS_BASIS_POINTS, tierOf } from '#/contract/kernel/amounts.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { PAYMENT_MIN_CENTS } from '#/contract/kernel/limits.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import type { Quote } from '#/server/platform/db/tables/quote.ts';
import type { CatalogueRows, GoodRow, ProductRow, Wanted } from './catalogueRows.ts';

/** The reduction by a discount code. */
export interface Discount {
  code: string;
  percentBasisPoints: number | null;
  fixedCents: number | null;
}

/** Whether purchases of a tab are possible. */
export const isOnSale = (product: ProductRow | undefined): product is ProductRow =>
  product !== undefined && !product.isWithdrawn && !product.isComingSoon;

/**
 * Quotes a purchase at today's prices, from the catalogue alone and without a discount (N2). Euro below
 * `PAYMENT_MIN_CENTS` are refused, because no provider collects them.
 * @returns the quote, or the reason for a refusal: amountInvalid, goodNotFound, goodSoldOut
 */
export function quoteFor(rows: CatalogueRows, wanted: Wanted): Quote | ErrorCode {
  return 'coins' in wanted ? quoteCoins(rows, wanted) : quoteGood(rows, wanted);
}

function quoteCoins(
  { product, tiers }: CatalogueRows,
  { coins, serverKey }: { coins: number; serverKey: string },
): Quote | ErrorCode {
  if (!isOnSale(product)) return 'goodNotFound';
  const { basePriceCents, priceFromCents, priceToCents } = product;
  if (basePriceCents === null || priceFromCents === null || priceToCents === null) return 'goodNotFound';
  const priceCents = coins * basePriceCents;
  if (priceCents < Math.max(priceFromCents, PAYMENT_MIN_CENTS) || priceCents > priceToCents)
    return 'amountInvalid';
  const tier = tierOf(tiers, priceCents);
  return {
    productType: 'one_coin',
    goodsId: null,
    caseId: null,
    serverKey,
    titles: product.tabTitles,
    image: tier?.image ?? product.image,
    quantity: 1,
    coins,
    bonusCoins: bonusOf(tiers, coins, basePriceCents),
    coefficientBasisPoints: tier?.coefficientBasisPoints ?? NO_BONUS_BASIS_POINTS,
    currency: 'EUR',
    unitPrice: basePriceCents,
    priceCents,
    discountCents: 0,
    totalCents: priceCents,
    totalCoins: 0,
    discountCode: null,
    grants: [],
  };
}

function quoteGood(
  { product, good, caseNames }: CatalogueRows,
  wanted: Exclude<Wanted, { coins: number }>,
): Quote | ErrorCode {
  const { serverKey, quantity } = wanted;
  if (!isOnSale(product) || !good || good.isWithdrawn) return 'goodNotFound';
  if (wanted.productType !== undefined && wanted.productType !== good.type) return 'goodNotFound';
  if (good.serverKeys && !good.serverKeys.includes(serverKey)) return 'goodNotFound';
  if ((piecesLeft(good) ?? quantity) < quantity) return 'goodSoldOut';
  const priceCents = (good.priceCents ?? 0) * quantity;
  if (good.priceCents !== null && priceCents < PAYMENT_MIN_CENTS) return 'goodNotFound';
  return {
    productType: good.type,
    goodsId: good.id,
    caseId: good.caseId,
    serverKey,
    titles: caseNames ? withCase(caseNames, good.names) : good.names,
    image: good.image,
    quantity,
    coins: 0,
    bonusCoins: 0,
    coefficientBasisPoints: NO_BONUS_BASIS_POINTS,
    currency: good.priceCents === null ? 'OC' : 'EUR',
    unitPrice: good.priceCents ?? good.priceCoins ?? 0,
    priceCents,
    discountCents: 0,
    totalCents: priceCents,
    totalCoins: (good.priceCoins ?? 0) * quantity,
    discountCode: null,
    grants: good.grants,
  };
}

/** Pieces that can still be sold. Null when there is no limit. */
export function piecesLeft({ saleLimit, sold }: Pick<GoodRow, 'saleLimit' | 'sold'>): number | null {
  return saleLimit === null ? null : Math.max(0, saleLimit - sold);
}

/** Adds the name of the case to the title: "5 cases" alone says nothing outside the case's page. */
export function withCase(caseNames: Localised, names: Localised): Localised {
  const named = LOCALES.map((locale) => [locale, `${caseNames[locale]} · ${names[locale]}`] as const);
  return Object.fromEntries(named) as Localised;
}

/** Applies a discount to a quote, in place of the discount it had. Quotes in coins get none. */
export function discounted(quote: Quote, discount: Discount | null): Quote {
  const discountCents =
    discount && quote.currency === 'EUR' ? discountOf(discount, quote.priceCents, PAYMENT_MIN_CENTS) : 0;
  return {
    ...quote,
    discountCents,
    totalCents: quote.priceCents - discountCents,
    discountCode: discountCents > 0 && discount ? discount.code : null,
  };
}
