import { expect, test } from 'vitest';
import { priceWarnings } from '#/contract/operator/catalogue/priceWarnings.ts';
import type { Catalogue, GoodsFile } from '#/contract/operator/catalogue/shopSchema.ts';
import { testCatalogue } from '../../support/catalogue/testCatalogue.ts';

type Price = GoodsFile[number]['price'];

/** The test catalogue with one price of its first good. */
function priced(price: Price, basePriceCents = 10): Catalogue {
  const catalogue = structuredClone(testCatalogue);
  catalogue.goods[0]!.price = price;
  for (const product of catalogue.products)
    if (product.type === 'one_coin') product.basePriceCents = basePriceCents;
  return catalogue;
}

test.each<[string, Price, Price, boolean]>([
  ['a digit is missing', { coins: 60 }, { coins: 6 }, true],
  ['a digit is too many', { cents: 990 }, { cents: 9900 }, true],
  ['half of it', { coins: 60 }, { coins: 30 }, true],
  ['a little more than half', { coins: 60 }, { coins: 31 }, false],
  ['a little less than twice', { cents: 990 }, { cents: 1979 }, false],
  ['the same worth in euro', { coins: 60 }, { cents: 600 }, false],
  ['cents instead of coins', { coins: 60 }, { cents: 60 }, true],
])('O17 a price that moves far is named before it is published: %s', (_, from, to, isNamed) => {
  const codes = priceWarnings(priced(to), priced(from)).map(({ code }) => code);
  expect(codes).toEqual(isNamed ? ['priceMovesFar'] : []);
});

test('O17 the warning has both prices with their units', () => {
  expect(priceWarnings(priced({ cents: 60 }), priced({ coins: 60 }))).toMatchObject([
    {
      caseId: null,
      values: { good: testCatalogue.goods[0]!.id, from: 60, fromUnit: 'coins', to: 60, toUnit: 'cents' },
    },
  ]);
});

test('O17 a price of coins that moves far is named; a new good has no price to compare', () => {
  const price = { coins: 60 };
  expect(priceWarnings(priced(price, 1), priced(price, 10))).toMatchObject([
    { code: 'coinPriceMovesFar', values: { from: 10, to: 1 } },
  ]);
  const fewer = priced(price);
  fewer.goods.shift();
  expect(priceWarnings(priced(price), fewer)).toEqual([]);
});
