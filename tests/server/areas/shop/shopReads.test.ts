import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oddsHash } from '#/contract/fair.ts';
import type { DonateData, Good, ShopCase, ShopCaseDetails } from '#/contract/shop.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { withCatalogue } from '../../../support/catalogue/changedCatalogue.ts';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const english = { 'accept-language': 'en' };
const donateData = async (of = site, headers: Record<string, string> = english) =>
  (await of.get('/api/donate-data', headers)).json<DonateData>();
const goodsOn = async (server: string) =>
  (await site.get(`/api/v1/goods?server=${server}`, english)).json<{ goods: Good[] }>().goods;
const casesNow = async () =>
  (await site.get('/api/one-rp/cases', english)).json<{ cases: ShopCase[] }>().cases;

describe('the data of the donate page', () => {
  test('S1 lists the tabs in order, one of them announced only', async () => {
    const { servers, products } = await donateData();
    expect(servers).toEqual([
      { key: 'everest', name: 'Everest' },
      { key: 'fuji', name: 'Fuji' },
    ]);
    expect(products.map(({ type, is_coming_soon }) => [type, is_coming_soon])).toEqual([
      ['one_coin', false],
      ['Premium', false],
      ['cases', false],
      ['goods', false],
      ['Services', false],
      ['product', true],
    ]);
    expect(products[1]).toEqual({
      id: 2,
      type: 'Premium',
      title: 'All Premium accounts',
      image: 'products/tab-2',
      tab_title: 'Premium accounts',
      is_coming_soon: false,
    });
  });

  test('S1 a withdrawn tab is not there any more', () =>
    withCatalogue(
      site,
      (copy) => {
        copy.products = copy.products.filter(({ type }) => type !== 'product');
      },
      async () => {
        const { products } = await donateData();
        expect(products.map(({ type }) => type)).not.toContain('product');
      },
    ));

  test('S2 S3 S5 gives prices and tiers of the coins in euro and coefficients, as the specification has them', async () => {
    const { products } = await donateData();
    expect(products[0]).toMatchObject({
      base_price: 0.1,
      one_coin_price_range: { from: 0.5, to: 5000 },
      one_coin_bonuses: [
        { price_from: 10, price_to: 49.9, bonus_coefficient: 1.05, price_text: '€10\u00A0–\u00A0€49' },
        { price_from: 50, price_to: 149.9, bonus_coefficient: 1.1, image: 'items/tier-1', title: 'Bonus 1' },
        { price_from: 150, price_to: 249.9, bonus_coefficient: 1.2 },
        { price_from: 250, price_to: 999.9, bonus_coefficient: 1.3 },
        { price_from: 1000, price_to: 5000, bonus_coefficient: 1.35 },
      ],
    });
  });

  test.each([
    ['ru', 'Эверест', 'Таб 2', '50\u00A0–\u00A0149\u00A0€', 'Карта и другое'],
    ['uk', 'Еверест', 'Таб № 2', '50\u00A0–\u00A0149\u00A0€', 'Картка та інше'],
    ['en', 'Everest', 'Premium accounts', '€50\u00A0–\u00A0€149', 'Card and more'],
  ])('speaks %s', async (language, server, tab, price, method) => {
    const { servers, products, payment_groups } = await donateData(site, { 'accept-language': language });
    expect([
      servers[0]?.name,
      products[1]?.tab_title,
      products[0]?.one_coin_bonuses?.[1]?.price_text,
      payment_groups[0]?.methods[0]?.title,
    ]).toEqual([server, tab, price, method]);
  });

  test('S11 N4 shows the payment methods in their groups, with their badges', async () => {
    const { payment_groups } = await donateData();
    expect(payment_groups).toEqual([
      {
        key: 'main',
        title: 'Main',
        methods: [
          { name: 'card_and_more', title: 'Card and more', badges: ['Visa', 'SEPA'] },
          { name: 'card', title: 'Card', badges: ['Visa'] },
        ],
      },
      {
        key: 'crypto',
        title: 'Crypto',
        methods: [{ name: 'bitcoin', title: 'Bitcoin', badges: ['BTC'], asks_country: true }],
      },
    ]);
  });

  test('N4 leaves out a payment method whose provider is not set up, and a group without any', async () => {
    const other = await createSibling(site);
    const { providerOf } = other.deps.payments;
    other.deps.payments.providerOf = (name) => (name === 'card' ? providerOf(name) : undefined);
    const { payment_groups } = await donateData(other);
    await other.close();
    expect(payment_groups.map(({ key, methods }) => [key, methods.map(({ name }) => name)])).toEqual([
      ['main', ['card']],
    ]);
  });

  test('an empty shop is answered as such', async () => {
    const empty = await createTestApp({ hasCatalogue: false });
    expect(await donateData(empty)).toEqual({ servers: [], products: [], payment_groups: [] });
    await empty.close();
  });
});

describe('the goods of a server', () => {
  test('S7 S8 are listed in order, with one price each and the tab they belong to', async () => {
    const goods = await goodsOn('everest');
    expect(goods.map(({ id }) => id)).toEqual([11, 12, 22, 31, 32, 101, 102, 201]);
    expect(goods[0]).toEqual({
      id: GOOD.premium,
      goods_id: GOOD.premium,
      product_id: 2,
      product_type: 'Premium',
      case_id: null,
      name: 'Good 11',
      description: 'About good 11',
      image: 'items/good-11',
      price: 13.49,
      premiumCoinsPrice: 0,
      count: null,
      parts_price: null,
    });
    // S21 a hundred coins for five pieces of 20 OC cost 10 euro
    expect(goods.find(({ id }) => id === GOOD.fiveCases)).toMatchObject({ price: 9, parts_price: 10 });
    expect(goods.find(({ id }) => id === GOOD.caseForCoins)).toMatchObject({
      product_id: 3,
      product_type: 'casesItem',
      case_id: 1,
      price: 0,
      premiumCoinsPrice: 20,
    });
  });

  test('S7 are those of this server', async () => {
    expect((await goodsOn('fuji')).map(({ id }) => id)).toContain(GOOD.offerOnFuji);
  });

  test('S8 say how many are left', async () => {
    const left = async () => (await goodsOn('everest')).find(({ id }) => id === GOOD.limited)?.count;
    const sell = (sold: number) =>
      site.pool.query('UPDATE goods SET sold = $2 WHERE id = $1', [GOOD.limited, sold]);
    expect(await left()).toBe(3);
    await sell(2);
    expect(await left()).toBe(1);
    await sell(4);
    expect(await left()).toBe(0);
    await sell(0);
  });

  test('S7 withdrawn ones, and those of tabs that are withdrawn or announced, are not listed', () =>
    withCatalogue(
      site,
      (copy) => {
        copy.goods = copy.goods.filter(({ id, type }) => id !== GOOD.premium && type !== 'Services');
        copy.products = copy.products.filter(({ type }) => type !== 'Services');
        for (const product of copy.products) if (product.type === 'goods') product.isComingSoon = true;
      },
      async () => {
        expect((await goodsOn('everest')).map(({ id }) => id)).toEqual([12, 101, 102, 201]);
      },
    ));

  test.each([
    ['atlantis', 422, { code: 'serverRequired', errors: { server: 'serverRequired' } }],
    ['', 400, { errors: { server: 'serverRequired' } }],
  ])('of the server %j are a refusal at its field', async (server, status, body) => {
    const reply = await site.get(`/api/v1/goods?server=${server}`);
    expect([reply.statusCode, reply.json()]).toEqual([status, expect.objectContaining(body)]);
  });
});

describe('the cases of the shop', () => {
  test('S6 are those for sale, each from the fewest coins', async () => {
    expect(await casesNow()).toEqual([
      { id: 1, name: 'Case 1', imageName: 'heist', plate: 'TEST 1', fromCoins: 20 },
      { id: 2, name: 'Case 2', imageName: 'street', plate: 'TEST 2', fromCoins: 40 },
    ]);
  });

  test('S6 one that costs only euro has no price in coins, one without offers is not for sale', () =>
    withCatalogue(
      site,
      (copy) => {
        copy.goods = copy.goods.filter(({ id }) => id !== GOOD.caseForCoins && id !== GOOD.otherCaseForCoins);
      },
      async () => {
        expect((await casesNow()).map(({ id, fromCoins }) => [id, fromCoins])).toEqual([[1, null]]);
      },
    ));

  test('S6 none is for sale while the tab is only announced', () =>
    withCatalogue(
      site,
      (copy) => {
        for (const product of copy.products) if (product.type === 'cases') product.isComingSoon = true;
      },
      async () => {
        expect(await casesNow()).toEqual([]);
      },
    ));

  const details = async (id: number, headers = english) =>
    (await site.get(`/api/one-rp/cases/show/${id}`, headers)).json<ShopCaseDetails>();

  test('RT4 show their contents with the odds of a purchase made now', async () => {
    const shown = await details(1);
    expect(shown.case).toMatchObject({ id: 1, name: 'Case 1', description: 'About 1', fromCoins: 20 });
    expect(shown.case.items).toHaveLength(8);
    expect(shown.case.items[0]).toEqual({
      id: 100,
      name: 'Prize 1-0',
      imageName: 'heist-0',
      color: 'simple',
      sortOrder: 0,
      tickets: 400_000,
    });
    const { rows } = await site.pool.query('SELECT text FROM case_odds WHERE case_id = 1');
    expect(shown.oddsHash).toBe(oddsHash(rows[0]?.text));
    expect((await details(1, { 'accept-language': 'uk' })).case.name).toBe('Скринька 1');
  });

  test('RT4 after a change show the new odds', async () => {
    const before = await details(2);
    const changed = structuredClone(testCatalogue);
    const [first, second] = changed.cases[1]?.items ?? [];
    if (first && second) [first.tickets, second.tickets] = [390_000, 260_000];
    await importCatalogue(site.pool, changed);
    const after = await details(2);
    expect(after.oddsHash).not.toBe(before.oddsHash);
    expect(after.case.items.slice(0, 2).map(({ tickets }) => tickets)).toEqual([390_000, 260_000]);
  });

  test('RT4 one that is not sold is shown without a price, one that is not there is not found', async () => {
    expect((await details(3)).case).toMatchObject({ id: 3, fromCoins: null });
    const reply = await site.get('/api/one-rp/cases/show/999');
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'caseNotFound' }),
    ]);
  });
});
