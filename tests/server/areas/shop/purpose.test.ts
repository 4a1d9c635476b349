import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bonusOf, coinsToBuy, type CoinPrices } from '#/contract/kernel/amounts.ts';
import { type Browser, createBrowser } from '../../../support/app/browser.ts';
import { cartOf, coinForm, goodForm, saveCart } from '../../../support/players/carts.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { applyPaymentEvent, orderOf, useFakeProvider } from '../../../support/players/shopping.ts';
import { CAPTCHA } from '../../../support/app/factories.ts';

const PRICES: CoinPrices = {
  basePriceCents: 10,
  leastCoins: 5,
  mostCoins: 50_000,
  tiers: [
    { fromCents: 1000, toCents: 4990, coefficientBasisPoints: 10_500 },
    { fromCents: 5000, toCents: 14_990, coefficientBasisPoints: 11_000 },
    { fromCents: 100_000, toCents: 500_000, coefficientBasisPoints: 13_500 },
  ],
};
const received = (coins: number) => coins + bonusOf(PRICES.tiers, coins, PRICES.basePriceCents);

describe('S20 the smallest purchase of coins for a shortage', () => {
  test('S20 covers it, and one coin less would not', () => {
    for (const wanted of [
      1, 5, 6, 99, 100, 105, 106, 499, 523, 524, 525, 550, 1649, 3070, 9999, 13_500, 67_500,
    ]) {
      const coins = coinsToBuy(wanted, PRICES)!;
      expect(received(coins), `${wanted}`).toBeGreaterThanOrEqual(wanted);
      for (let fewer = PRICES.leastCoins; fewer < coins; fewer += 1)
        expect(received(fewer), `${wanted}: ${fewer}`).toBeLessThan(wanted);
    }
  });

  test('S20 is never below the least, and there is none beyond the most', () => {
    expect(coinsToBuy(1, PRICES)).toBe(5);
    expect(coinsToBuy(67_500, PRICES)).toBe(50_000);
    expect(coinsToBuy(67_501, PRICES)).toBeNull();
  });
});

describe('S20 what coins are bought for', () => {
  let site: TestApp;
  let member: Member;
  beforeAll(async () => {
    site = await createTestApp();
    useFakeProvider(site);
    member = await createMember(site);
  });
  afterAll(() => site.close());

  const purpose = { goods_id: GOOD.serviceForCoins, product_qty: 3, price: 50 };
  const shown = {
    goods_id: GOOD.serviceForCoins,
    product_type: 'Services',
    case_id: null,
    name: 'Good 31',
    product_qty: 3,
    price: 50,
  };
  const bearer = { 'accept-language': 'en' };
  const asMember = () => ({ ...bearer, ...member.headers });
  const save = (browser: Browser, changes: object, headers: Record<string, string> = asMember()) =>
    saveCart(browser, { ...coinForm(member.login), ...changes }, { headers });
  async function ordered(browser: Browser): Promise<string> {
    const reply = await browser.send('POST', '/api/donate/order', { captcha: CAPTCHA }, asMember());
    return reply.json<{ order: string }>().order;
  }

  test('S20 is kept in the cart and the order of a player, through the payment', async () => {
    const browser = createBrowser(site);
    expect(cartOf(await save(browser, { purpose })).purpose).toEqual(shown);
    const id = await ordered(browser);
    await applyPaymentEvent(site, id, 'paid');
    expect(await orderOf(site, id, asMember())).toMatchObject({ state: 'granted', purpose: shown });
    const listed = await site.get('/api/v1/orders', asMember());
    expect(listed.json<{ orders: object[] }>().orders[0]).toMatchObject({ id, purpose: shown });
  });

  test('S20 is told to nobody else, and visitors have none', async () => {
    const browser = createBrowser(site);
    await save(browser, { purpose });
    expect((await orderOf(site, await ordered(browser), bearer)).purpose).toBeNull();
    const visitor = createBrowser(site);
    expect(cartOf(await save(visitor, { purpose }, bearer)).purpose).toBeNull();
  });

  test.each([
    ['a good that does not exist', { goods_id: 999 }],
    ['a good that costs euro', { goods_id: GOOD.service }],
  ])('S20 is not %s', async (_, changes) => {
    const saved = await save(createBrowser(site), { purpose: { ...purpose, ...changes } });
    expect(cartOf(saved).purpose).toBeNull();
  });

  test('S20 goes only with coins, and a malformed one is refused', async () => {
    const good = { ...goodForm(member.login, GOOD.premium), purpose };
    expect(cartOf(await saveCart(createBrowser(site), good, { headers: asMember() })).purpose).toBeNull();
    for (const wrong of [
      { ...purpose, product_qty: 0 },
      { ...purpose, price: -1 },
      { ...purpose, more: 1 },
      5,
    ])
      expect((await save(createBrowser(site), { purpose: wrong })).statusCode).toBe(400);
  });

  test('S20 ends when the good is no longer sold for coins', async () => {
    const browser = createBrowser(site);
    await save(browser, { purpose });
    const id = await ordered(browser);
    await site.pool.query('UPDATE goods SET is_withdrawn = true WHERE id = $1', [GOOD.serviceForCoins]);
    expect((await orderOf(site, id, asMember())).purpose).toBeNull();
    await site.pool.query('UPDATE goods SET is_withdrawn = false WHERE id = $1', [GOOD.serviceForCoins]);
    expect((await orderOf(site, id, asMember())).purpose).toEqual(shown);
  });
});
