import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canBuyCoins, coinDealOf, coinRulesOf, settledCoins } from '#/client/areas/shop/coins/coinAmount.ts';
import { coinStopsOf } from '#/client/areas/shop/coins/coinStops.ts';
import { stopPosition } from '#/client/ui/inputs/stopPosition.ts';
import type { WireTier } from '#/contract/shop.ts';

interface FileTier {
  fromCents: number;
  toCents: number;
  coefficientBasisPoints: number;
  image: string;
  title: { ru: string };
}
interface FileProduct {
  type: string;
  basePriceCents: number;
  oneCoinPriceRange: { fromCents: number; toCents: number };
  oneCoinBonuses: FileTier[];
}

const file = JSON.parse(
  readFileSync('src/server/domain/catalogue/files/shop/products.json', 'utf8'),
) as FileProduct[];
const product = file.find(({ type }) => type === 'one_coin');
if (!product) throw new Error('no one_coin');
const fileTiers = product.oneCoinBonuses;
const bonuses: WireTier[] = fileTiers.map((tier) => ({
  price_from: tier.fromCents / 100,
  price_to: tier.toCents / 100,
  bonus_coefficient: tier.coefficientBasisPoints / 10_000,
  image: tier.image,
  title: tier.title.ru,
  price_text: '',
}));
/** The catalogue's, as it comes over the wire. */
const rules = coinRulesOf({
  base_price: 0.1,
  one_coin_price_range: { from: 0.5, to: 5000 },
  one_coin_bonuses: bonuses,
});
const plain = coinRulesOf({});

describe('S3 the price of coins', () => {
  test('is 0.1 euro each, up to the range divided by that', () => {
    expect(rules).toMatchObject({ basePriceCents: 10, leastCoins: 5, mostCoins: 50_000 });
    expect(coinDealOf(2300, rules).priceCents).toBe(23_000);
    expect(coinRulesOf({ base_price: 0.2, one_coin_price_range: { from: 1, to: 100 } })).toMatchObject({
      basePriceCents: 20,
      leastCoins: 5,
      mostCoins: 500,
    });
  });

  test('what the catalogue leaves out is 5 to 50,000 at 0.1', () => {
    expect(plain).toEqual({
      basePriceCents: 10,
      leastCoins: 5,
      mostCoins: 50_000,
      initialCoins: 50,
      tiers: [],
    });
  });

  test('the form begins with the first tier, else with 50', () => {
    expect(rules.initialCoins).toBe(rules.tiers[0]?.fromCoins);
    expect(rules.initialCoins).toBe(100);
    expect(coinRulesOf({ one_coin_price_range: { from: 8, to: 20 } }).initialCoins).toBe(80);
  });
});

describe('S4 the amount', () => {
  test.each([
    [null, 5],
    [0, 5],
    [4, 5],
    [5, 5],
    [-3, 5],
    [2300, 2300],
    [50_000, 50_000],
    [50_001, 50_000],
  ])('%s settles at %s', (typed, settled) => expect(settledCoins(typed, rules)).toBe(settled));

  test('is raised to the minimum divided by the price of a coin, or to 5 when the minimum is 0', () => {
    const least = (from: number) => settledCoins(1, coinRulesOf({ one_coin_price_range: { from, to: 100 } }));
    expect(least(2)).toBe(20);
    expect(least(0)).toBe(5);
  });

  test.each([null, -1, 0, 4, 5.5, 50_001])('%s cannot be bought', (coins) =>
    expect(canBuyCoins(coins, rules)).toBe(false),
  );
  test.each([5, 6, 50_000])('%s can be bought', (coins) => expect(canBuyCoins(coins, rules)).toBe(true));
});

describe('S5 the bonus', () => {
  test('is floor(coefficient x coins - coins) of the tier that holds the price, for every amount', () => {
    for (let coins = 5; coins <= 50_000; coins += 1) {
      const tier = fileTiers.find(
        ({ fromCents, toCents }) => coins * 10 >= fromCents && coins * 10 <= toCents,
      );
      // in whole numbers, where nothing is rounded twice
      const extra = BigInt(tier?.coefficientBasisPoints ?? 10_000) - 10_000n;
      const bonus = Number((BigInt(coins) * extra) / 10_000n);
      const deal = coinDealOf(coins, rules);
      if (deal.bonusCoins !== bonus || deal.receivedCoins !== coins + bonus)
        expect(deal).toMatchObject({ coins, bonusCoins: bonus, receivedCoins: coins + bonus });
      if (deal.tier?.fromCents !== tier?.fromCents) expect(deal.tier).toEqual(tier);
    }
  });

  test('says how far the next one is, and nothing in the best one', () => {
    expect(coinDealOf(50, rules)).toMatchObject({ tier: undefined, next: { missingCoins: 50 } });
    expect(coinDealOf(2300, rules)).toMatchObject({
      bonusCoins: 460,
      tier: { coefficientBasisPoints: 12_000 },
      next: { missingCoins: 200, tier: { coefficientBasisPoints: 13_000 } },
    });
    expect(coinDealOf(50_000, rules).next).toBeUndefined();
    expect(coinDealOf(50, plain)).toMatchObject({ bonusCoins: 0, tier: undefined, next: undefined });
  });

  test('the lower bound of each tier lies in it', () => {
    for (const tier of rules.tiers) expect(coinDealOf(tier.fromCoins, rules).tier).toBe(tier);
  });
});

describe('S3 the stops of the slider', () => {
  test.each([
    ['with tiers', rules],
    ['without', plain],
  ])('%s they go from the least to the most, ever upwards, over every tick', (_, given) => {
    const { ticks, stops } = coinStopsOf(given);
    expect([stops[0], ticks[0]]).toEqual([given.leastCoins, given.leastCoins]);
    expect(stops.at(-1)).toBe(given.mostCoins);
    expect(stops.every((stop, at) => Number.isInteger(stop) && stop > (stops[at - 1] ?? -1))).toBe(true);
    expect(stops).toEqual(expect.arrayContaining(ticks));
    expect(ticks).toEqual(expect.arrayContaining(given.tiers.map(({ fromCoins }) => fromCoins)));
  });

  test('no stretch between two ticks is too short to point at', () => {
    const { ticks, stops } = coinStopsOf(rules);
    const places = ticks.map((tick) => stopPosition(stops, tick) / (stops.length - 1));
    for (const [at, place] of places.entries())
      if (at > 0) expect(place - (places[at - 1] ?? 0)).toBeGreaterThan(0.08);
  });
});

test.each([
  [0, 0],
  [10, 1],
  [100, 2],
  [55, 1.5],
  [-5, 0],
  [999, 2],
])('%s lies at %s on a slider with stops at 0, 10 and 100', (value, position) =>
  expect(stopPosition([0, 10, 100], value)).toBe(position),
);
