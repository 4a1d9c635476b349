import { describe, expect, test } from 'vitest';
import { bonusOf, type BonusTier, centsOf, euroOf, tierOf } from '#/contract/kernel/amounts.ts';
import { PAYMENT_MIN_CENTS } from '#/contract/kernel/limits.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import type { CatalogueRows, GoodRow, ProductRow, TierRow } from '#/server/domain/pricing/catalogueRows.ts';
import { discounted, quoteFor } from '#/server/domain/pricing/quote.ts';
import type { Quote } from '#/server/platform/db/tables/quote.ts';

const texts = (en: string) => ({ ru: en, uk: en, en });
const coinProduct = (await readCatalogue('src/server/domain/catalogue/files', 'assets')).products.find(
  ({ type }) => type === 'one_coin',
);
if (coinProduct?.type !== 'one_coin') throw new Error('no one_coin');
const { basePriceCents, oneCoinPriceRange, oneCoinBonuses } = coinProduct;

const product: ProductRow = {
  id: 1,
  type: 'one_coin',
  titles: texts('Top up'),
  tabTitles: texts('One Coins'),
  image: 'items/coins4',
  isComingSoon: false,
  sortOrder: 1,
  basePriceCents,
  priceFromCents: oneCoinPriceRange.fromCents,
  priceToCents: oneCoinPriceRange.toCents,
  isWithdrawn: false,
};
const tierRows: TierRow[] = oneCoinBonuses.map((tier) => ({ ...tier, productId: 1, titles: tier.title }));
const coinRows: CatalogueRows = { product, tiers: tierRows, good: undefined, caseNames: null };

const good: GoodRow = {
  id: 7,
  type: 'Services',
  caseId: null,
  names: texts('Unban'),
  descriptions: texts('Back in town'),
  image: 'products/unban',
  priceCents: 1349,
  priceCoins: null,
  serverKeys: null,
  sortOrder: 1,
  grants: [{ kind: 'game', code: 'unban', count: 1 }],
  saleLimit: null,
  sold: 0,
  isWithdrawn: false,
};
const goodRows = (changes: Partial<GoodRow> = {}, tab: Partial<ProductRow> = {}): CatalogueRows => ({
  product: {
    ...product,
    type: 'Services',
    basePriceCents: null,
    priceFromCents: null,
    priceToCents: null,
    ...tab,
  },
  tiers: [],
  good: { ...good, ...changes },
  caseNames: changes.caseId ? texts('Night heist') : null,
});
const wanted = (quantity = 1) =>
  ({ serverKey: 'everest', goodsId: 7, quantity, productType: 'Services' }) as const;

function quoteOf(rows: CatalogueRows, asked: Parameters<typeof quoteFor>[1]): Quote {
  const quote = quoteFor(rows, asked);
  if (typeof quote === 'string') throw new Error(quote);
  return quote;
}

/** The specification's formula with the values of the wire, in floating point. */
function seedBonus(
  wire: readonly { from: number; to: number; coefficient: number }[],
  coins: number,
): number {
  const price = Number((coins * 0.1).toFixed(2));
  const tier = wire.find(({ from, to }) => price >= from && price <= to);
  return tier ? Math.floor(tier.coefficient * coins - coins) : 0;
}

describe('S3 S5 N2 coins', () => {
  const everywhere = oneCoinBonuses.map(({ coefficientBasisPoints }) => [
    { ...tierRows[0]!, ...oneCoinPriceRange, coefficientBasisPoints },
  ]);

  test.each<[name: string, tiers: TierRow[]]>([
    ['the tiers of the catalogue', tierRows],
    ...everywhere.map(
      (tiers) =>
        [`x ${(tiers[0]?.coefficientBasisPoints ?? 0) / 10_000} everywhere`, tiers] as [string, TierRow[]],
    ),
  ])('form, quote and specification agree for every amount from 5 to 50000: %s', (_, tiers) => {
    const wire = tiers.map(({ fromCents, toCents, coefficientBasisPoints }) => ({
      from: euroOf(fromCents),
      to: euroOf(toCents),
      coefficient: coefficientBasisPoints / 10_000,
    }));
    // as the form reads the wire
    const read: BonusTier[] = wire.map(({ from, to, coefficient }) => ({
      fromCents: centsOf(from),
      toCents: centsOf(to),
      coefficientBasisPoints: Math.round(coefficient * 10_000),
    }));
    const rows = { ...coinRows, tiers };
    let walked = 0;
    for (let coins = 5; coins <= 50_000; coins += 1) {
      const quote = quoteOf(rows, { serverKey: 'everest', coins });
      const form = {
        bonus: bonusOf(read, coins, centsOf(euroOf(basePriceCents))),
        coefficient: tierOf(read, coins * basePriceCents)?.coefficientBasisPoints ?? 10_000,
        cents: centsOf(Number((coins * 0.1).toFixed(2))),
      };
      const isSame =
        quote.bonusCoins === form.bonus &&
        quote.bonusCoins === seedBonus(wire, coins) &&
        quote.coefficientBasisPoints === form.coefficient &&
        quote.totalCents === form.cents &&
        quote.priceCents === form.cents &&
        quote.coins === coins;
      if (!isSame) expect.fail(`${coins} coins: ${JSON.stringify({ quote, form })}`);
      walked += 1;
    }
    expect(walked).toBe(49_996);
  });

  test.each([-5, 0, 1, 4, 50_001, 10_000_000])('%i of them cannot be bought', (coins) => {
    expect(quoteFor(coinRows, { serverKey: 'everest', coins })).toBe('amountInvalid');
  });

  test.each([{ isWithdrawn: true }, { isComingSoon: true }])('are not sold when %o', (change) => {
    const rows = { ...coinRows, product: { ...product, ...change } };
    expect(quoteFor(rows, { serverKey: 'everest', coins: 50 })).toBe('goodNotFound');
    expect(quoteFor({ ...coinRows, product: undefined }, { serverKey: 'everest', coins: 50 })).toBe(
      'goodNotFound',
    );
  });

  test('the quote says everything that a receipt needs', () => {
    expect(quoteOf(coinRows, { serverKey: 'fuji', coins: 500 })).toEqual({
      productType: 'one_coin',
      goodsId: null,
      caseId: null,
      serverKey: 'fuji',
      titles: texts('One Coins'),
      image: 'items/coins2',
      quantity: 1,
      coins: 500,
      bonusCoins: 50,
      coefficientBasisPoints: 11_000,
      currency: 'EUR',
      unitPrice: 10,
      priceCents: 5000,
      discountCents: 0,
      totalCents: 5000,
      totalCoins: 0,
      discountCode: null,
      grants: [],
    });
  });
});

describe('S8 N2 goods', () => {
  test('cost their price for each piece, 1 to 200 of them', () => {
    for (let quantity = 1; quantity <= 200; quantity += 1) {
      const inEuro = quoteOf(goodRows(), wanted(quantity));
      const inCoins = quoteOf(goodRows({ priceCents: null, priceCoins: 90 }), wanted(quantity));
      expect([inEuro.currency, inEuro.totalCents, inEuro.totalCoins]).toEqual(['EUR', quantity * 1349, 0]);
      expect([inCoins.currency, inCoins.totalCents, inCoins.totalCoins]).toEqual(['OC', 0, quantity * 90]);
      expect([inEuro.coins, inEuro.bonusCoins, inEuro.quantity]).toEqual([0, 0, quantity]);
    }
  });

  test.each<[string, CatalogueRows]>([
    ['withdrawn', goodRows({ isWithdrawn: true })],
    ['of another server', goodRows({ serverKeys: ['fuji'] })],
    ['of another kind', goodRows({ type: 'Premium' })],
    ['of a withdrawn tab', goodRows({}, { isWithdrawn: true })],
    ['of a tab that is only announced', goodRows({}, { isComingSoon: true })],
    ['unknown', { ...goodRows(), good: undefined }],
    ['of a tab that is not there', { ...goodRows(), product: undefined }],
  ])('one that is %s is not found', (_, rows) => {
    expect(quoteFor(rows, wanted())).toBe('goodNotFound');
  });

  test('no more are sold than are left', () => {
    const rows = goodRows({ saleLimit: 10, sold: 7 });
    expect(quoteOf(rows, wanted(3)).quantity).toBe(3);
    expect(quoteFor(rows, wanted(4))).toBe('goodSoldOut');
    expect(quoteFor(goodRows({ saleLimit: 0 }), wanted(1))).toBe('goodSoldOut');
    expect(quoteFor(goodRows({ saleLimit: 3, sold: 9 }), wanted(1))).toBe('goodSoldOut');
  });

  test('an offer of a case is named with its case', () => {
    const rows = goodRows({ type: 'casesItem', caseId: 3, names: texts('5 cases') }, { type: 'cases' });
    const quote = quoteOf(rows, { serverKey: 'everest', goodsId: 7, quantity: 2 });
    expect([quote.titles.en, quote.caseId]).toEqual(['Night heist · 5 cases', 3]);
  });
});

describe('a discount', () => {
  const priceOf = (priceCents: number) => quoteOf(goodRows({ priceCents }), wanted());
  const codes = [1, 250, 333, 1000, 3333, 5000, 9999, 10_000].map((percentBasisPoints) => ({
    code: 'P',
    percentBasisPoints,
    fixedCents: null,
  }));
  const fixed = [1, 49, 50, 500, 100_000].map((fixedCents) => ({
    code: 'F',
    percentBasisPoints: null,
    fixedCents,
  }));

  test('leaves at least 50 cents, adds up, and is never more than it says, whatever the price', () => {
    for (let priceCents = PAYMENT_MIN_CENTS; priceCents <= 20_000; priceCents += 1)
      for (const discount of [...codes, ...fixed]) {
        const plain = priceOf(priceCents);
        const quote = discounted(plain, discount);
        const most = discount.fixedCents ?? (priceCents * (discount.percentBasisPoints ?? 0)) / 10_000;
        const isRight =
          quote.discountCents >= 0 &&
          quote.discountCents <= most &&
          (quote.discountCents > most - 1 || quote.totalCents === PAYMENT_MIN_CENTS) &&
          quote.totalCents === priceCents - quote.discountCents &&
          quote.totalCents >= PAYMENT_MIN_CENTS &&
          (quote.discountCode === discount.code) === quote.discountCents > 0;
        if (!isRight) expect.fail(JSON.stringify({ discount, quote }));
      }
  });

  test('takes the place of the one before, and taken away leaves the quote as it was', () => {
    const plain = priceOf(10_000);
    const [, , , ten] = codes;
    const once = discounted(plain, ten!);
    expect([once.discountCents, once.totalCents]).toEqual([1000, 9000]);
    expect(discounted(once, ten!)).toEqual(once);
    expect(discounted(once, fixed[3]!)).toMatchObject({
      discountCents: 500,
      totalCents: 9500,
      discountCode: 'F',
    });
    expect(discounted(once, null)).toEqual(plain);
  });

  test('does not touch bonus coins, nor what is paid with coins', () => {
    const coins = quoteOf(coinRows, { serverKey: 'everest', coins: 500 });
    expect(discounted(coins, codes[5]!)).toMatchObject({ bonusCoins: 50, coins: 500, totalCents: 2500 });
    const paidInCoins = quoteOf(goodRows({ priceCents: null, priceCoins: 90 }), wanted());
    expect(discounted(paidInCoins, codes[5]!)).toEqual(paidInCoins);
  });
});
