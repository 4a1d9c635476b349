import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYMENT_MIN_CENTS } from '#/contract/kernel/limits.ts';
import { type Cart, PURCHASE_TYPES } from '#/contract/shop.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import {
  applyDiscount,
  coinForm,
  goodForm,
  refusalOf,
  saveCart,
  showCart,
} from '../../../support/players/carts.ts';
import { CAPTCHA, createPlayer, type Player } from '../../../support/app/factories.ts';
import {
  balanceOf,
  type FakeProvider,
  giveCoins,
  loginOf,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

let app: TestApp;
let provider: FakeProvider;
let player: Player;
let login: string;

/** Codes that take everything, more than everything, almost nothing, and one cent. */
const CODES = ['TAKES-ALL', 'TAKES-MORE', 'TAKES-LITTLE', 'TAKES-CENT', 'NO-CODE'];

beforeAll(async () => {
  app = await createTestApp();
  provider = useFakeProvider(app);
  player = await createPlayer(app.deps);
  login = await loginOf(app, player);
  await app.pool.query(`INSERT INTO discount_codes (code, percent_basis_points, fixed_cents) VALUES
    ('TAKES-ALL', 10000, NULL), ('TAKES-MORE', NULL, 2000000000), ('TAKES-LITTLE', 1, NULL), ('TAKES-CENT', NULL, 1)`);
});
afterAll(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  await app.close();
});

const odd = fc.constantFrom<unknown>(
  -1,
  0,
  -0,
  0.5,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 31),
  1e308,
  '10',
  null,
  true,
  [5],
);
const mixed = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: usual, weight: 8 }, { arbitrary: odd, weight: 1 });
const maybe = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined, freq: 2 });

const form = fc.record({
  product_type: fc.constantFrom<string>(...PURCHASE_TYPES, 'one_coin', 'one_coin', 'product'),
  server: fc.constantFrom('everest', 'everest', 'everest', 'fuji'),
  amount: maybe(mixed(fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.constantFrom(4, 5, 50_000, 50_001)))),
  goods_id: maybe(mixed(fc.constantFrom(...Object.values(GOOD)))),
  product_qty: maybe(mixed(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constantFrom(1, 200, 201)))),
  bonus_qty: maybe(odd),
  bonus: maybe(odd),
  currency_code: maybe(fc.constantFrom('OC', 'USD', 'EUR', 'JPY')),
});

const attempt = fc.record({
  form: fc.oneof(
    { arbitrary: form, weight: 1 },
    // a good under its own kind, so that many carts are sold
    {
      arbitrary: fc
        .record({ good: fc.constantFrom(['Premium', 11], ['Services', 32], ['casesItem', 102]), form })
        .map(({ good: [product_type, goods_id], form: one }) =>
          Object.assign({}, one, { product_type, goods_id }),
        ),
      weight: 1,
    },
  ),
  code: maybe(fc.constantFrom(...CODES)),
  order: fc.record({
    total_cents: maybe(fc.constantFrom<unknown>(-1, 0, 1, PAYMENT_MIN_CENTS, 2 ** 53, '50')),
    payment_method_name: maybe(fc.constantFrom('card', 'bitcoin')),
  }),
});

/** Price of a cart in the test catalogue, in cents. */
function listPrice({ product_type: type, amount, goods_id: goodsId, product_qty: pieces }: Cart): number {
  if (type === 'one_coin') return amount * 10;
  const prices: Record<number, number> = {
    [GOOD.premium]: 1349,
    [GOOD.offerOnFuji]: 990,
    [GOOD.limited]: 500,
    [GOOD.service]: 250,
    [GOOD.fiveCases]: 900,
  };
  return prices[goodsId ?? 0]! * pieces;
}

function expectFair(cart: Cart): void {
  expect(cart.price_cents).toBe(listPrice(cart));
  expect(cart.discount_cents).toBeGreaterThanOrEqual(0);
  expect(cart.total_cents).toBe(cart.price_cents - cart.discount_cents);
  expect(cart.total_cents).toBeGreaterThanOrEqual(PAYMENT_MIN_CENTS);
  expect([cart.currency_code, cart.total_coins]).toEqual(['EUR', 0]);
  expect(cart.bonus_qty).toBeGreaterThanOrEqual(0);
  expect(cart.bonus_qty).toBeLessThanOrEqual(cart.amount);
}

const without = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

describe('N2 no mixture of quantity, discount and bonus makes a payment', () => {
  test('smaller than the smallest charge, or other than the cart that was shown', async () => {
    let ordered = 0;
    await fc.assert(
      fc.asyncProperty(attempt, async ({ form: wanted, code, order }) => {
        const browser = createBrowser(app);
        const saved = await saveCart(browser, { captcha: CAPTCHA, login, ...without(wanted) });
        if (saved.statusCode !== 200) {
          expect(saved.statusCode).toBeGreaterThanOrEqual(400);
          expect(saved.statusCode).toBeLessThan(500);
          return;
        }
        expectFair(saved.json<Cart>());
        if (typeof code === 'string') await applyDiscount(browser, code);
        const shown = (await showCart(browser)).json<Cart>();
        expectFair(shown);
        const asked = provider.asked.length;
        const body = { captcha: CAPTCHA, ...without(order) };
        const placed = await browser.send('POST', '/api/donate/order', body);
        const isRight = order.total_cents === undefined || order.total_cents === shown.total_cents;
        expect(placed.statusCode === 200).toBe(isRight);
        expect(provider.asked.slice(asked).map(({ totalCents, currency }) => [totalCents, currency])).toEqual(
          isRight ? [[shown.total_cents, 'EUR']] : [],
        );
        if (isRight) ordered++;
      }),
      { numRuns: 250, seed: 20_261_122 },
    );
    expect(ordered).toBeGreaterThan(30);
    const { rows } = await app.pool.query<{ least: number }>('SELECT min(total_cents) AS least FROM orders');
    expect(rows[0]!.least).toBe(PAYMENT_MIN_CENTS);
  }, 60_000);

  test('below the smallest charge: coins that the catalogue sells for less are not for sale', async () => {
    await app.pool.query(`UPDATE products SET price_from_cents = 10 WHERE type = 'one_coin'`);
    const replies = [];
    for (const amount of [1, 4, 5])
      replies.push(await saveCart(createBrowser(app), coinForm(login, { amount })));
    await app.pool.query(`UPDATE products SET price_from_cents = 50 WHERE type = 'one_coin'`);
    const refused = [422, 'amountInvalid', { amount: 'amountInvalid' }];
    expect(replies.slice(0, 2).map(refusalOf)).toEqual([refused, refused]);
    expect(replies[2]!.json<Cart>().total_cents).toBe(50);
  });

  test('below the smallest charge: a good is for sale in pieces that reach it together', async () => {
    const service = (product_qty: number) =>
      saveCart(createBrowser(app), goodForm(login, GOOD.service, { product_type: 'Services', product_qty }));
    await app.pool.query('UPDATE goods SET price_cents = 49 WHERE id = $1', [GOOD.service]);
    const [one, two] = [await service(1), await service(2)];
    await app.pool.query('UPDATE goods SET price_cents = 250 WHERE id = $1', [GOOD.service]);
    expect(refusalOf(one)).toEqual([404, 'goodNotFound']);
    expect(two.json<Cart>().total_cents).toBe(98);
  });
});

describe('N2 what costs coins', () => {
  test('is paid with its whole price, whatever quantity and price are sent', async () => {
    const rich = await createPlayer(app.deps);
    await giveCoins(app, rich.accountId, 100_000);
    let bought = 0;
    const coinPrices = new Map<unknown, number>([
      [GOOD.premiumForCoins, 90],
      [GOOD.serviceForCoins, 50],
      [GOOD.caseForCoins, 20],
    ]);
    const purchase = fc.record({
      product_id: mixed(fc.constantFrom(...coinPrices.keys(), GOOD.premium, GOOD.service)),
      product_qty: mixed(fc.integer({ min: 1, max: 20 })),
      price: maybe(mixed(fc.constantFrom(20, 50, 90))),
    });
    await fc.assert(
      fc.asyncProperty(purchase, async (body) => {
        const before = await balanceOf(app, rich.accountId);
        const reply = await app.post('/api/v1/order/store-by-coin', without(body), rich.headers);
        const paid = before - (await balanceOf(app, rich.accountId));
        const isBought = reply.statusCode === 200;
        if (isBought) bought++;
        else expect([400, 404, 422]).toContain(reply.statusCode);
        expect(paid).toBe(isBought ? coinPrices.get(body.product_id)! * Number(body.product_qty) : 0);
      }),
      { numRuns: 120, seed: 20_261_122 },
    );
    expect(bought).toBeGreaterThan(15);
  }, 60_000);

  test('cannot be put into a cart, and leaves the carts that have it when it begins to cost coins', async () => {
    const asked = provider.asked.length;
    const browser = createBrowser(app);
    const cart = await saveCart(browser, goodForm(login, GOOD.service, { product_type: 'Services' }));
    expect(cart.statusCode).toBe(200);
    await app.pool.query('UPDATE goods SET price_cents = NULL, price_coins = 1 WHERE id = $1', [
      GOOD.service,
    ]);
    const order = await browser.send('POST', '/api/donate/order', { captcha: CAPTCHA });
    expect(refusalOf(order)).toEqual([404, 'goodNotFound']);
    const again = await saveCart(browser, goodForm(login, GOOD.service, { product_type: 'Services' }));
    expect(refusalOf(again).slice(0, 2)).toEqual([404, 'goodNotFound']);
    await app.pool.query('UPDATE goods SET price_cents = 250, price_coins = NULL WHERE id = $1', [
      GOOD.service,
    ]);
    expect(provider.asked).toHaveLength(asked);
  });
});

describe('N2 a provider that goes away between cart and payment', () => {
  test('takes its carts with it: nothing is ordered until the buyer chooses another way', async () => {
    const browser = createBrowser(app);
    await saveCart(browser, coinForm(login, { payment_method_name: 'bitcoin' }));
    const { providerOf } = app.deps.payments;
    app.deps.payments.providerOf = (name) => (name === 'bitcoin' ? undefined : providerOf(name));
    const asked = provider.asked.length;
    const orders = () => app.pool.query('SELECT 1 FROM orders').then(({ rowCount }) => rowCount);
    const before = await orders();
    const refused = await browser.send('POST', '/api/donate/order', { captcha: CAPTCHA });
    expect(refusalOf(refused).slice(0, 2)).toEqual([422, 'paymentMethodUnavailable']);
    expect([provider.asked.length, await orders()]).toEqual([asked, before]);
    const other = { captcha: CAPTCHA, payment_method_name: 'card' };
    expect((await browser.send('POST', '/api/donate/order', other)).statusCode).toBe(200);
    expect(provider.asked.at(-1)).toMatchObject({ totalCents: 5000, methodName: 'card' });
    app.deps.payments.providerOf = providerOf;
  });
});
