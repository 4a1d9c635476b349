import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#/contract/orders.ts';
import type { Cart } from '#/contract/shop.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { type Browser, createBrowser } from '../../../support/app/browser.ts';
import { coinForm, saveCart, showCart } from '../../../support/players/carts.ts';
import { CAPTCHA, createPlayer, signUpForm } from '../../../support/app/factories.ts';
import {
  applyPaymentEvent,
  orderOf,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterAll(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  await app.close();
});

/** A browser with a player signed in, who has an order and a cart in it. */
async function shopper(login: string): Promise<{ browser: Browser; order: string }> {
  const browser = createBrowser(app);
  const signedUp = await app.post('/api/v1/auth/register', signUpForm(login), {
    'sec-fetch-site': 'same-origin',
  });
  await browser.storeToken(signedUp.json<{ token: string }>().token);
  await saveCart(browser, coinForm(login));
  const placed = await browser.send('POST', '/api/donate/order', { captcha: CAPTCHA });
  await saveCart(browser, coinForm(login));
  return { browser, order: placed.json<{ order: string }>().order };
}

const accountOf = async (browser: Browser, order: string) =>
  (await browser.call('GET', `/api/donate/order/${order}`)).json<{ order: Order }>().order.account;
/** The body without the parts that differ in each answer. */
const said = (reply: { body: string }) => reply.body.replace(/"requestId":"[^"]+"/, '');
const cartAccount = async (browser: Browser) => (await showCart(browser)).json<Cart>().account;

describe('SE12 whose an order is', () => {
  test('is told to its player only: not after the sign-out, nor to who signs in then in that browser', async () => {
    const { browser, order } = await shopper('Stepan');
    const other = await shopper('Marichka');
    expect(await accountOf(browser, order)).toBe('Stepan');
    expect(await accountOf(other.browser, order)).toBe('S•••n');
    const handle = new Map(browser.cookies);
    expect((await browser.call('POST', '/api/v1/auth/logout')).statusCode).toBe(200);
    expect(await accountOf(browser, order)).toBe('S•••n');
    expect(await cartAccount(browser)).toBe('S•••n');
    expect((await browser.call('GET', '/api/v1/orders')).statusCode).toBe(401);
    // a thief with the cookies of the ended session
    const thief = createBrowser(app);
    for (const [name, value] of handle) thief.cookies.set(name, value);
    expect(await accountOf(thief, order)).toBe('S•••n');
    expect(await cartAccount(thief)).toBe('S•••n');
    expect((await thief.call('GET', '/api/v1/orders')).statusCode).toBe(401);
    // another player at the same computer
    const form = { ...signUpForm('Orysia') };
    const third = await app.post('/api/v1/auth/register', form, { 'sec-fetch-site': 'same-origin' });
    await browser.storeToken(third.json<{ token: string }>().token);
    expect(await accountOf(browser, order)).toBe('S•••n');
    expect(await cartAccount(browser)).toBe('S•••n');
    expect((await browser.call('GET', '/api/v1/orders')).json()).toMatchObject({ orders: [] });
  });

  test('the history has a player’s own orders only, whatever page is asked for', async () => {
    const [one, two] = [await createPlayer(app.deps), await createPlayer(app.deps)];
    const own = await pendingOrder(app, one);
    await pendingOrder(app, two);
    for (const query of ['', '?page=1']) {
      const { orders } = (await app.get(`/api/v1/orders${query}`, one.headers)).json<{ orders: Order[] }>();
      expect(orders.map(({ id }) => id)).toEqual([own]);
    }
    for (const query of [
      '?page=0',
      '?page=-1',
      '?page=1&account_id=2',
      '?page=1%20OR%201=1',
      '?page=1&page=2',
    ])
      expect((await app.get(`/api/v1/orders${query}`, one.headers)).statusCode).toBe(400);
  });
});

describe('SE12 an order is found by its own id alone', () => {
  test('every other name of it is answered like one that nobody has, to strangers and its player', async () => {
    const player = await createPlayer(app.deps);
    const order = await pendingOrder(app, player);
    await applyPaymentEvent(app, order, 'paid');
    const { rows } = await app.pool.query<Record<string, string>>(
      `SELECT o.id::text, o.cart_id::text, c.public_id AS cart, left(encode(c.token_hash, 'base64'), 22) AS token, e.event_id
        FROM orders o JOIN carts c ON c.id = o.cart_id JOIN order_grants g ON g.order_id = o.id
        JOIN payment_events e ON e.id = g.payment_event_id WHERE o.public_id = $1`,
      [order],
    );
    const flipped = order.replaceAll(/[a-z]/gi, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
    const last = order.at(-1) === 'A' ? 'B' : 'A';
    const names = [
      ...Object.values(rows[0]!),
      refOf(order),
      flipped,
      `${order.slice(0, -1)}${last}`,
      `${order.slice(0, -1)}_`,
      `${order.slice(0, -1)}%`,
      `${order}\0`,
      `${order} `,
      ` ${order}`,
      `${order}=`,
    ];
    for (const headers of [{}, player.headers] as Record<string, string>[]) {
      const read = (id: string) => app.get(`/api/donate/order/${id}`, headers);
      const pay = (id: string) =>
        app.post(`/api/donate/order/${id}/payment`, { payment_method_name: 'bitcoin' }, headers);
      for (const ask of [read, pay]) {
        const unknown = await ask('AAAAAAAAAAAAAAAAAAAAAA');
        expect(unknown.statusCode).toBe(404);
        for (const name of names) {
          const reply = await ask(encodeURIComponent(name));
          expect([name, reply.statusCode, said(reply)]).toEqual([name, 404, said(unknown)]);
        }
      }
    }
    expect((await orderOf(app, order)).state).toBe('granted');
  });

  test('the answer of a paid order tells a stranger no login, address, account or payment page', async () => {
    const player = await createPlayer(app.deps);
    const order = await pendingOrder(app, player);
    await applyPaymentEvent(app, order, 'paid');
    const stranger = await app.get(`/api/donate/order/${order}`);
    const { rows } = await app.pool.query<{ login: string; email: string }>(
      'SELECT login, email FROM accounts WHERE id = $1',
      [player.accountId],
    );
    for (const secret of [rows[0]!.login, rows[0]!.email, refOf(order), 'pay.example'])
      expect(stranger.body).not.toContain(secret);
    expect(stranger.headers['cache-control']).toBe('no-store');
    expect(stranger.headers.etag).toBeUndefined();
  });
});
