import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#/contract/orders.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { reconcileOrders } from '#/server/domain/payments/reconcileOrders.ts';
import { JOBS } from '#/server/jobs/jobs.ts';
import { runDueJobs } from '../../../support/app/dueJobs.ts';
import { CAPTCHA, countByStatus, createPlayer, type Player } from '../../../support/app/factories.ts';
import {
  applyPaymentEvent,
  balanceOf,
  eventOf,
  type FakeProvider,
  giveCoins,
  loginOf,
  movesOf,
  order,
  orderOf,
  pendingOrder,
  refOf,
  saveCart,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let provider: FakeProvider;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
  provider = useFakeProvider(app);
  player = await createPlayer(app.deps);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const codeOf = (reply: { json: () => unknown }) => (reply.json() as { code?: string }).code;
const soldOf = async (goodsId: number) =>
  (await app.pool.query<{ sold: number }>('SELECT sold FROM goods WHERE id = $1', [goodsId])).rows[0]!.sold;
const makeCode = async (code: string, limits: { per_account_limit?: number; total_limit?: number } = {}) =>
  app.pool.query(
    `INSERT INTO discount_codes (code, percent_basis_points, per_account_limit, total_limit) VALUES ($1, 1000, $2, $3)`,
    [code, limits.per_account_limit ?? null, limits.total_limit ?? null],
  );

describe('N2 N3 an order', () => {
  test('is for what the cart says, waits for its payment and can be paid at the provider', async () => {
    const { cart, headers } = await saveCart(app, player, { amount: 1500 });
    const reply = await order(app, { headers }, { cart: cart.id, total_cents: 15_000, terms: true });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { order: id, url } = reply.json<{ order: string; url: string }>();
    expect(url).toBe(`https://pay.example/${refOf(id)}`);
    expect(provider.asked.at(-1)).toMatchObject({
      orderId: id,
      totalCents: 15_000,
      currency: 'EUR',
      methodName: 'card_and_more',
      locale: 'ru',
      successUrl: `${app.deps.config.publicUrl}/donate/success?order=${id}`,
      failUrl: `${app.deps.config.publicUrl}/donate/fail?order=${id}`,
    });
    const shown = await orderOf(app, id);
    expect(shown).toMatchObject({
      state: 'pending',
      amount: 1500,
      bonus_qty: 300,
      total_cents: 15_000,
      payment_system: 'Карта и другое',
      pay_url: url,
      paid_at: null,
    });
    expect(await movesOf(app, id)).toEqual(['created', 'pending']);
  });

  test('is one for a cart: 30 clicks at once, tabs and lost answers get the same one', async () => {
    const cart = await saveCart(app, player);
    const asked = provider.asked.length;
    const replies = await Promise.all(Array.from({ length: 30 }, () => order(app, cart)));
    expect(countByStatus(replies)).toEqual({ 200: 30 });
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    const later = await order(app, cart);
    expect(later.body).toBe(replies[0]!.body);
    expect(new Set(provider.asked.slice(asked).map(({ orderId }) => orderId)).size).toBe(1);
  });

  test('whose payment could not be made waits, and the next call makes it', async () => {
    const cart = await saveCart(app, player);
    provider.failures = 1;
    const refused = await order(app, cart);
    expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'paymentUnavailable']);
    const again = await order(app, cart, { payment_method_name: 'bitcoin' });
    expect(again.statusCode).toBe(200);
    const { order: id } = again.json<{ order: string }>();
    expect(await movesOf(app, id)).toEqual(['created', 'pending']);
    expect((await orderOf(app, id)).payment_system).toBe('Биткоин');
  });

  test('that is paid or run out leads to its result, not to another payment', async () => {
    const cart = await saveCart(app, player);
    const { order: id } = (await order(app, cart)).json<{ order: string }>();
    await applyPaymentEvent(app, id, 'paid');
    const again = (await order(app, cart)).json<{ order: string; url: string }>();
    expect(again).toEqual({ order: id, url: `${app.deps.config.publicUrl}/donate/success?order=${id}` });
  });

  test.each<[string, object, number, string]>([
    ['no captcha', { captcha: undefined }, 422, 'errorCaptcha'],
    ['another cart', { cart: 'another' }, 409, 'cartChanged'],
    ['another total', { total_cents: 1 }, 422, 'priceChanged'],
    ['an unknown payment method', { payment_method_name: 'cash' }, 422, 'paymentMethodUnavailable'],
    ['terms that are not accepted', { terms: false }, 400, 'badRequest'],
  ])('S11 S16 is refused with %s', async (_, body, status, code) => {
    const check = app.deps.captcha.check;
    app.deps.captcha.check = (token) => Promise.resolve(token === CAPTCHA);
    const cart = await saveCart(app, player);
    const reply = await order(app, cart, body);
    app.deps.captcha.check = check;
    expect([reply.statusCode, codeOf(reply)]).toEqual([status, code]);
    // nothing was made: the cart can still be ordered
    expect((await order(app, cart)).statusCode).toBe(200);
  });

  test('is refused without a cart, and with one that has run out', async () => {
    const none = await order(app, { headers: { cookie: '' } });
    expect([none.statusCode, codeOf(none)]).toEqual([404, 'cartNotFound']);
    const cart = await saveCart(app, player);
    app.advanceMs(61 * MINUTE_MS);
    const late = await order(app, cart);
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'cartExpired']);
  });

  test('N2 is refused once when the price has changed since it was shown', async () => {
    const cart = await saveCart(app, player, { product_type: 'Services', goods_id: GOOD.service });
    await app.pool.query('UPDATE goods SET price_cents = 300 WHERE id = $1', [GOOD.service]);
    const reply = await order(app, cart);
    expect([reply.statusCode, codeOf(reply)]).toEqual([422, 'priceChanged']);
    const shown = (await app.get('/api/donate/cart', cart.headers)).json<{ total_cents: number }>();
    expect(shown.total_cents).toBe(300);
    const accepted = await order(app, cart, { total_cents: 300 });
    expect(provider.asked.at(-1)).toMatchObject({ totalCents: 300 });
    expect(accepted.statusCode).toBe(200);
    await app.pool.query('UPDATE goods SET price_cents = 250 WHERE id = $1', [GOOD.service]);
  });
});

describe('pieces and discounts', () => {
  const limited = { product_type: 'goods', goods_id: GOOD.limited };
  // the orders belong to as many players, because the orders of one player take turns at the account
  const cartsOfBuyers = (count: number, form?: object) =>
    Promise.all(Array.from({ length: count }, async () => saveCart(app, await createPlayer(app.deps), form)));

  test('SE14 OR8 of 20 buyers who pay at once three get the last three pieces; unpaid orders keep nobody out', async () => {
    const carts = await cartsOfBuyers(20, limited);
    const replies = await Promise.all(carts.map((cart) => order(app, cart)));
    expect(countByStatus(replies)).toEqual({ 200: 20 });
    expect(await soldOf(GOOD.limited)).toBe(0);
    const ids = replies.map((reply) => reply.json<{ order: string }>().order);
    const states = await Promise.all(ids.map((id) => applyPaymentEvent(app, id, 'paid')));
    const count = (state: string) => states.filter((each) => each === state).length;
    expect([count('granted'), count('review')]).toEqual([3, 17]);
    await expect(saveCart(app, player, limited)).rejects.toThrow('goodSoldOut');
    // an operator gives the money of the others back
    const waiting = ids[states.indexOf('review')]!;
    expect(await applyPaymentEvent(app, waiting, 'refunded')).toBe('refunded');
    await app.pool.query('UPDATE goods SET sale_limit = sold + 3 WHERE id = $1', [GOOD.limited]);
  });

  test('SE14 whoever comes back to an unpaid order of what is gone is not sent to pay', async () => {
    await app.pool.query('UPDATE goods SET sale_limit = sold + 1 WHERE id = $1', [GOOD.limited]);
    const [slow, quick] = [await saveCart(app, player, limited), await saveCart(app, player, limited)];
    const id = (await order(app, slow)).json<{ order: string }>().order;
    expect(
      await applyPaymentEvent(app, (await order(app, quick)).json<{ order: string }>().order, 'paid'),
    ).toBe('granted');
    expect(codeOf(await order(app, slow))).toBe('goodSoldOut');
    const change = await app.post(`/api/donate/order/${id}/payment`, { payment_method_name: 'bitcoin' });
    expect(codeOf(change)).toBe('goodSoldOut');
    await app.pool.query('UPDATE goods SET sale_limit = sold + 3 WHERE id = $1', [GOOD.limited]);
  });

  test('SE14 OR8 a code for one use: of 20 orders that are paid at once one has it, the others wait for an operator', async () => {
    await makeCode('ONCE-ONLY', { total_limit: 1 });
    const carts = await cartsOfBuyers(20);
    const use = ({ headers }: { headers: Record<string, string> }) =>
      app.post('/api/donate/cart/discount', { code: 'ONCE-ONLY' }, headers);
    for (const cart of carts) expect((await use(cart)).statusCode).toBe(200);
    const replies = await Promise.all(carts.map((cart) => order(app, cart, { total_cents: 4500 })));
    expect(countByStatus(replies)).toEqual({ 200: 20 });
    const ids = replies.map((reply) => reply.json<{ order: string }>().order);
    expect(await orderOf(app, ids[0]!)).toMatchObject({
      price_cents: 5000,
      discount_cents: 500,
      total_cents: 4500,
      discount_code: 'ONCE-ONLY',
    });
    // unpaid, they keep it from nobody
    const later = await saveCart(app, player);
    expect((await use(later)).statusCode).toBe(200);
    const states = await Promise.all(ids.map((id) => applyPaymentEvent(app, id, 'paid')));
    expect(states.filter((state) => state === 'granted')).toHaveLength(1);
    expect(states.filter((state) => state === 'review')).toHaveLength(19);
    expect(codeOf(await use(later))).toBe('discountUsed');
  });

  test('SE14 a stranger’s unpaid orders do not use up the code that an account has once', async () => {
    await makeCode('YOUR-OWN', { per_account_limit: 1 });
    const victim = await createPlayer(app.deps);
    for (let at = 0; at < 3; at++) {
      const cart = await saveCart(app, victim);
      await app.post('/api/donate/cart/discount', { code: 'YOUR-OWN' }, cart.headers);
      expect((await order(app, cart)).statusCode).toBe(200);
    }
    const own = await saveCart(app, victim);
    await app.post('/api/donate/cart/discount', { code: 'YOUR-OWN' }, own.headers);
    const reply = await order(app, own, { total_cents: 4500 });
    expect(await applyPaymentEvent(app, reply.json<{ order: string }>().order, 'paid')).toBe('granted');
  });
});

describe('RT6 S12 the result', () => {
  test('names the account to its own player only, and is not kept anywhere', async () => {
    const id = await pendingOrder(app, player);
    const login = await loginOf(app, player);
    const stranger = await app.get(`/api/donate/order/${id}`);
    expect(stranger.headers['cache-control']).toBe('no-store');
    expect(stranger.body).not.toContain(login);
    expect((await orderOf(app, id, player.headers)).account).toBe(login);
    expect((await orderOf(app, id, (await createPlayer(app.deps)).headers)).account).not.toBe(login);
  });

  test('shows where to pay only while it can be paid', async () => {
    const id = await pendingOrder(app, player);
    expect((await orderOf(app, id)).pay_url).toContain(id);
    await applyPaymentEvent(app, id, 'paid');
    expect(await orderOf(app, id)).toMatchObject({ state: 'granted', pay_url: null, expires_at: null });
    expect((await orderOf(app, id)).paid_at).toBe(app.deps.now().toISOString());
  });

  test('of an id that nobody has is a 404, well formed or not', async () => {
    for (const id of ['A'.repeat(22), 'x', '1e3'])
      expect((await app.get(`/api/donate/order/${id}`)).statusCode).toBe(404);
  });
});

test('the history of a player has their orders by pages of ten, the newest first, in the language asked for', async () => {
  const one = await createPlayer(app.deps);
  await giveCoins(app, one.accountId, 1000);
  const ids: string[] = [];
  for (let at = 0; at < 12; at++) ids.unshift(await pendingOrder(app, one));
  const page = async (number: number) =>
    (await app.get(`/api/v1/orders?page=${number}`, { ...one.headers, 'accept-language': 'en' })).json<{
      orders: Order[];
      pageInfo: object;
    }>();
  const [first, second, third] = [await page(1), await page(2), await page(3)];
  expect([...first.orders, ...second.orders].map(({ id }) => id)).toEqual(ids);
  expect(first.orders).toHaveLength(10);
  expect(second.pageInfo).toEqual({ currentPage: 2, lastPage: 2 });
  expect(third.orders).toEqual([]);
  expect(first.orders[0]).toMatchObject({
    payment_system: 'Card and more',
    server_name: 'Everest',
    product: 'One Coins',
  });
  expect((await app.get('/api/v1/orders')).statusCode).toBe(401);
});

describe('N4 jobs', () => {
  test('an order that nobody pays runs out; one whose payment was heard of meanwhile does not', async () => {
    const [unpaid, paid] = [await pendingOrder(app, player), await pendingOrder(app, player)];
    const { storeEvents } = await import('#/server/domain/payments/paymentInbox.ts');
    await storeEvents(app.deps, 'sandbox', [await eventOf(app, paid, 'paid')], '{}');
    app.advanceMs(60 * MINUTE_MS);
    const ofOrders = JOBS.filter(({ part }) => part === 'orders');
    await runDueJobs(app.deps, ofOrders);
    expect((await orderOf(app, unpaid)).state).toBe('expired');
    expect((await orderOf(app, paid)).state).toBe('granted');
  });

  test('a webhook that was lost is made good, also of an order that has run out', async () => {
    const one = await createPlayer(app.deps);
    const expired = await pendingOrder(app, one);
    app.advanceMs(60 * MINUTE_MS);
    await expireOrders(app.deps);
    const pending = await pendingOrder(app, one);
    app.advanceMs(MINUTE_MS);
    for (const id of [pending, expired]) provider.truth.set(refOf(id), [await eventOf(app, id, 'paid')]);
    await reconcileOrders(app.deps);
    await reconcileOrders(app.deps);
    expect((await orderOf(app, pending)).state).toBe('granted');
    expect((await orderOf(app, expired)).state).toBe('granted');
    expect(await balanceOf(app, one.accountId)).toBe(1100);
  });
});
