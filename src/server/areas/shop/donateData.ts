import { asc, eq } from 'drizzle-orm';
import { euroOf, NO_BONUS_BASIS_POINTS } from '#/contract/kernel/amounts.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { DonateData, PaymentGroup, Product, WireTier } from '#/contract/shop.ts';
import { paymentGroups, paymentMethods, products } from '#/server/platform/db/tables/shop.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type ProductRow, readTiers, type TierRow } from '#/server/domain/pricing/catalogueRows.ts';
import { asksCountry } from '#/server/domain/tax/requireCountry.ts';
import { rangeText } from './rangeText.ts';

/** Reads servers, tabs and payment methods for the shop's page (S1, S2, S11). */
export async function donateData(deps: Deps, locale: Locale): Promise<DonateData> {
  const { db } = deps;
  const serverRows = await db.select().from(servers).orderBy(asc(servers.sortOrder), asc(servers.key));
  const productRows = await db
    .select()
    .from(products)
    .where(eq(products.isWithdrawn, false))
    .orderBy(asc(products.sortOrder), asc(products.id));
  const coins = productRows.find(({ type }) => type === 'one_coin');
  const tiers = coins ? await readTiers(db, coins.id) : [];
  return {
    servers: serverRows.map(({ key, names }) => ({ key, name: names[locale] })),
    products: productRows.map((row) => productOf(row, tiers, locale)),
    payment_groups: await paymentGroupsOf(deps, locale),
  };
}

function productOf(row: ProductRow, tiers: readonly TierRow[], locale: Locale): Product {
  const { id, type, titles, tabTitles, image, isComingSoon } = row;
  const tab = {
    id,
    type,
    title: titles[locale],
    image,
    tab_title: tabTitles[locale],
    is_coming_soon: isComingSoon,
  };
  const { basePriceCents, priceFromCents, priceToCents } = row;
  if (basePriceCents === null || priceFromCents === null || priceToCents === null) return tab;
  return {
    ...tab,
    base_price: euroOf(basePriceCents),
    one_coin_price_range: { from: euroOf(priceFromCents), to: euroOf(priceToCents) },
    one_coin_bonuses: tiers.map((tier) => tierOf(tier, locale)),
  };
}

function tierOf(
  { fromCents, toCents, coefficientBasisPoints, image, titles }: TierRow,
  locale: Locale,
): WireTier {
  return {
    price_from: euroOf(fromCents),
    price_to: euroOf(toCents),
    bonus_coefficient: coefficientBasisPoints / NO_BONUS_BASIS_POINTS,
    image,
    title: titles[locale],
    price_text: rangeText({ fromCents, toCents }, locale),
  };
}

/** Lists the payment methods whose provider is configured. Groups without a method are left out. */
async function paymentGroupsOf(deps: Deps, locale: Locale): Promise<PaymentGroup[]> {
  const { db, payments } = deps;
  const groups = await db.select().from(paymentGroups).orderBy(asc(paymentGroups.sortOrder));
  const methods = await db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.isWithdrawn, false))
    .orderBy(asc(paymentMethods.sortOrder), asc(paymentMethods.name));
  const offered = methods.filter(({ name }) => payments.providerOf(name) !== undefined);
  return groups
    .map(({ key, titles }) => ({
      key,
      title: titles[locale],
      methods: offered
        .filter(({ groupKey }) => groupKey === key)
        .map(({ name, titles, badges }) => ({
          name,
          title: titles[locale],
          badges,
          asks_country: asksCountry(deps, name) || undefined,
        })),
    }))
    .filter(({ methods }) => methods.length > 0);
}
