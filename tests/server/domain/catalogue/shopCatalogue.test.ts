import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { NO_BONUS_BASIS_POINTS } from '#/contract/kernel/amounts.ts';
import { TICKETS } from '#/contract/fair.ts';
import { goodsFile, paymentGroupsFile, productsFile } from '#/contract/operator/catalogue/shopSchema.ts';
import { shopMistakes } from '#/contract/operator/catalogue/shopMistakes.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';

const FOLDER = 'src/server/domain/catalogue/files/shop';
const read = (file: string): unknown => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));

const catalogue = await readCatalogue('src/server/domain/catalogue/files', 'assets');
const { servers, cases } = catalogue;
const products = z.parse(productsFile, read('products.json'));
const paymentGroups = z.parse(paymentGroupsFile, read('paymentGroups.json'));
const goods = readdirSync(`${FOLDER}/goods`).flatMap((file) => z.parse(goodsFile, read(`goods/${file}`)));

/** The product of the coins, as its file says it. */
function coinProduct() {
  const found = products.find((product) => product.type === 'one_coin');
  if (found?.type !== 'one_coin') throw new Error('no one_coin');
  return found;
}

type Good = (typeof goods)[number];
type Grant = Good['grants'][number];

/** A price in OC; a coin costs its base price in euro. */
function coinsOf({ price }: Good): number {
  return 'coins' in price ? price.coins : price.cents / coinProduct().basePriceCents;
}

/** The price of a grant that is sold alone; undefined if no good gives it alone. */
function priceAlone(grant: Grant): number | undefined {
  if (grant.kind === 'coins') return grant.coins;
  // in an offer each thing has a name of its own
  const { count, ...thing } = { count: 1, ...grant, title: undefined };
  const single = goods.find(({ grants: [only, ...others] }) => {
    if (!only || others.length > 0) return false;
    const { count: soldCount, ...sold } = { count: 1, ...only };
    const wanted = grant.kind === 'case' ? 1 : count;
    return JSON.stringify(sold) === JSON.stringify(thing) && soldCount === wanted;
  });
  return single && coinsOf(single) * (grant.kind === 'case' ? count : 1);
}

/** Mean number of coins that the prizes of a case are swapped for. */
function meanSwapOf(caseId: number | undefined): number {
  const items = cases.find(({ id }) => id === caseId)?.items ?? [];
  return items.reduce((sum, item) => sum + item.tickets * item.premiumCoinsPrice, 0) / TICKETS;
}

describe('S1 the tabs', () => {
  test('are those of the shop, one of them announced only', () => {
    const shown = products.toSorted((a, b) => a.sortOrder - b.sortOrder);
    expect(shown[0]?.type).toBe('one_coin');
    expect(shown.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['one_coin', 'Premium', 'cases', 'goods', 'Services']),
    );
    expect(shown.filter(({ isComingSoon }) => isComingSoon)).toHaveLength(1);
    expect(new Set(products.map(({ id }) => id)).size).toBe(products.length);
  });

  test('of goods have goods on every server, and an announced one has none yet', () => {
    for (const { type, isComingSoon } of products.filter(({ type }) => !['one_coin', 'cases'].includes(type)))
      for (const { key } of servers) {
        const sold = goods.filter((good) => good.type === type && (good.servers ?? [key]).includes(key));
        expect(sold.length >= 4, `${type} on ${key}`).toBe(!isComingSoon);
      }
  });
});

describe('S3 S5 the coins', () => {
  const { basePriceCents, oneCoinPriceRange, oneCoinBonuses } = coinProduct();

  test('cost 0.1 euro each, 5 to 50000 of them', () => {
    expect(basePriceCents).toBe(10);
    expect(oneCoinPriceRange).toEqual({ fromCents: 50, toCents: 500_000 });
  });

  test('S5 the bonus of every amount and tier is the same by the formula and in integers', () => {
    for (const { coefficientBasisPoints } of oneCoinBonuses) {
      const coefficient = coefficientBasisPoints / NO_BONUS_BASIS_POINTS;
      for (let amount = 5; amount <= 50_000; amount += 1) {
        const extra = amount * (coefficientBasisPoints - NO_BONUS_BASIS_POINTS);
        if (Math.floor(coefficient * amount - amount) !== Math.floor(extra / NO_BONUS_BASIS_POINTS))
          expect.fail(`${coefficient} x ${amount}`);
      }
    }
  });

  test('the bonus grows from tier to tier', () => {
    const coefficients = oneCoinBonuses.map((tier) => tier.coefficientBasisPoints);
    expect(coefficients).toEqual([...new Set(coefficients)].toSorted((a, b) => a - b));
  });
});

describe('the goods', () => {
  test('are numbered once, and ask for servers and cases that exist', () => {
    expect(new Set(goods.map(({ id }) => id)).size).toBe(goods.length);
    const keys = new Set(servers.map(({ key }) => key));
    const caseIds = new Set(cases.map(({ id }) => id));
    for (const { id, servers: own = [], caseId, grants } of goods) {
      for (const key of own) expect(keys, `good ${id}`).toContain(key);
      for (const wanted of [caseId, ...grants.map((grant) => grant.kind === 'case' && grant.caseId)])
        if (wanted) expect(caseIds, `good ${id}`).toContain(wanted);
    }
  });

  test('some cost euro and some coins in every tab, and some are sold on one server only', () => {
    for (const type of ['Premium', 'goods', 'Services', 'casesItem']) {
      const kinds = goods.filter((good) => good.type === type).flatMap(({ price }) => Object.keys(price));
      expect(new Set(kinds), type).toEqual(new Set(['cents', 'coins']));
    }
    expect(goods.filter((good) => good.servers?.length === 1).length).toBeGreaterThan(0);
  });

  test('an offer costs less than its parts', () => {
    const offers = goods.filter(({ type }) => type === 'goods');
    let compared = 0;
    for (const offer of offers) {
      const parts = offer.grants.map(priceAlone);
      if (parts.includes(undefined)) continue;
      compared += 1;
      const sum = parts.reduce<number>((total, part) => total + (part ?? 0), 0);
      expect(coinsOf(offer), offer.name.en).toBeLessThan(sum);
    }
    expect(compared).toBeGreaterThanOrEqual(offers.length - 1);
  });

  test('D18 a good that gives several things of the game names each', () => {
    for (const { id, grants } of goods) {
      const things = grants.filter((grant) => grant.kind === 'game');
      if (things.length > 1)
        expect(
          things.every(({ title }) => title !== undefined),
          `good ${id}`,
        ).toBe(true);
    }
  });

  test('every picture is there, and no prize or product was drawn in vain', () => {
    const tiers = coinProduct().oneCoinBonuses;
    const images = [...products, ...goods, ...tiers].map(({ image }) => image);
    const files = images.flatMap((image) => [`assets/${image}.avif`, `assets/${image}.webp`]);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const prizes = cases.flatMap(({ items }) => items.map(({ imageName }) => `items/${imageName}`));
    const shown = new Set([...images, ...prizes]);
    const drawn = ['items', 'products'].flatMap((folder) =>
      readdirSync(`assets/${folder}`).map((file) => `${folder}/${file.replace(/\..*$/, '')}`),
    );
    expect(drawn.length).toBeGreaterThan(100);
    expect([...new Set(drawn)].filter((image) => !shown.has(image))).toEqual([]);
  });
});

describe('S6 the cases', () => {
  const offers = goods.filter(({ type }) => type === 'casesItem');
  const pieces = ({ grants }: Good) => (grants[0]?.kind === 'case' ? grants[0].count : NaN);

  test('each is sold by the piece for coins, the cheapest for 20: "Buy from 20"', () => {
    const single = offers.filter((offer) => pieces(offer) === 1 && 'coins' in offer.price);
    expect(new Set(single.map(({ caseId }) => caseId))).toEqual(new Set(cases.map(({ id }) => id)));
    expect(single).toHaveLength(cases.length);
    expect(Math.min(...offers.map(coinsOf))).toBe(20);
  });

  test('an offer gives the case it is shown with, in its picture, and more of them never cost more each', () => {
    for (const offer of offers) {
      expect(offer.grants).toEqual([{ kind: 'case', caseId: offer.caseId, count: pieces(offer) }]);
      const box = cases.find(({ id }) => id === offer.caseId);
      expect(offer.image).toBe(`cases/${box?.imageName}`);
      const alone = offers.find((other) => other.caseId === offer.caseId && pieces(other) === 1);
      expect(coinsOf(offer)).toBeLessThanOrEqual(pieces(offer) * (alone ? coinsOf(alone) : 0));
    }
  });

  test('what the prizes swap for is at most 86 % of the price of one, 90 % in any offer', () => {
    for (const offer of offers) {
      const share = (meanSwapOf(offer.caseId) * pieces(offer)) / coinsOf(offer);
      expect(share, offer.image).toBeLessThanOrEqual(pieces(offer) === 1 ? 0.86 : 0.9);
      expect(share, offer.image).toBeGreaterThan(0.75);
    }
  });
});

test('S11 the payment methods: 2 main ones, 2 systems, 5 coins, one name each', () => {
  expect(paymentGroups.map(({ key, methods }) => [key, methods.length])).toEqual([
    ['main', 2],
    ['systems', 2],
    ['crypto', 5],
  ]);
  const names = paymentGroups.flatMap(({ methods }) => methods.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

test('speaks Russian, Ukrainian and English with their own letters', () => {
  const texts = [
    ...[...products, ...paymentGroups, ...coinProduct().oneCoinBonuses].map(({ title }) => title),
    ...products.map(({ tabTitle }) => tabTitle),
    ...paymentGroups.flatMap(({ methods }) => methods.map(({ title }) => title)),
    ...goods.flatMap(({ name, description }) => [name, description]),
  ];
  expect(texts.filter(({ ru }) => /[іїєґ]/i.test(ru))).toEqual([]);
  expect(texts.filter(({ uk }) => /[ыэъё]/i.test(uk))).toEqual([]);
  expect(texts.filter(({ en }) => /[\u0400-\u04FF]/.test(en))).toEqual([]);
  for (const { ru, uk, en } of texts) expect(ru + uk + en).not.toMatch(/["“”'`]|\d \d|\d,\d{3}/);
});

describe('a file is refused', () => {
  const coin = () => structuredClone(coinProduct());
  const first = () => structuredClone(goods[0]) as Record<string, unknown>;

  test.each<[string, (product: ReturnType<typeof coin>) => void]>([
    ['without a gap', (product) => Object.assign(product.oneCoinBonuses[1] ?? {}, { fromCents: 5010 })],
    ['without a gap', (product) => product.oneCoinBonuses.pop()],
    ['whole coins', (product) => Object.assign(product.oneCoinBonuses[0] ?? {}, { fromCents: 1005 })],
  ])('a coin product: %s', (sentence, spoil) => {
    const product = coin();
    spoil(product);
    expect(JSON.stringify(z.safeParse(productsFile, [product]).error?.issues)).toContain(sentence);
  });

  test('a coin product: the same bonus in floating point', () => {
    const product = coin();
    Object.assign(product.oneCoinBonuses[0] ?? {}, { coefficientBasisPoints: 11_500 });
    const spoilt = {
      ...catalogue,
      products: [product, ...products.filter(({ type }) => type !== 'one_coin')],
    };
    expect(shopMistakes(spoilt)).toMatchObject([{ path: ['products', 0], code: 'tierFloat' }]);
    expect(shopMistakes(catalogue)).toEqual([]);
  });

  test.each([
    ['both prices', { price: { cents: 100, coins: 10 } }],
    ['no price', { price: {} }],
    ['a price of nothing', { price: { coins: 0 } }],
    ['half a cent', { price: { cents: 0.5 } }],
    ['a case that is not named', { type: 'casesItem', caseId: undefined }],
    ['a case of another good', { type: 'Premium', caseId: 1 }],
    ['no grants', { grants: [] }],
    ['an unknown field', { discount: 5 }],
    ['a picture outside of assets', { image: '../secret' }],
  ])('a good with %s', (_, change) => {
    expect(z.safeParse(goodsFile, [{ ...first(), ...change }]).success).toBe(false);
  });
});
