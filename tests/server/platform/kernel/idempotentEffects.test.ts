import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { casesCalls } from '#/contract/calls/cases.ts';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { deliveryCalls } from '#/contract/calls/deliveries.ts';
import { shopCalls } from '#/contract/calls/shop.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { giveCoupons, refusal } from '../../../support/players/cabinet.ts';
import { CAPTCHA, createPlayer, type Player } from '../../../support/app/factories.ts';
import {
  type FakeProvider,
  giveCoins,
  loginOf,
  order,
  saveCart,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { deliveriesOf } from '../../../support/players/deliveries.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

let app: TestApp;
let sibling: TestApp;
let provider: FakeProvider;

beforeAll(async () => {
  app = await createTestApp();
  provider = useFakeProvider(app);
  sibling = await createSibling(app);
  sibling.deps.payments = app.deps.payments;
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

/** Input of a call. */
interface Sent {
  headers?: Record<string, string>;
  params?: Record<string, string>;
  body?: object;
}

interface Case extends Sent {
  /** Input of a different request with the same key. */
  other: Sent;
  /** Rows that the effect leaves. */
  effects: () => Promise<number>;
}

const countOf = async (text: string, values: unknown[]) => {
  const { rows } = await app.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${text}`,
    values,
  );
  return rows[0]!.count;
};
const promoCodeOf = async ({ accountId }: Player) => {
  const { rows } = await app.pool.query<{ code: string }>(
    'SELECT user_promo_code AS code FROM accounts WHERE id = $1',
    [accountId],
  );
  return rows[0]!.code;
};
const draws = (player: Player) => () =>
  countOf('draws d JOIN case_lots l ON l.id = d.lot_id WHERE l.account_id = $1', [player.accountId]);
const swaps = (player: Player) => () =>
  countOf(`coupons WHERE account_id = $1 AND state <> 'owned'`, [player.accountId]);

const twoCoupons = async () => {
  const player = await createPlayer(app.deps);
  const [one, two] = await giveCoupons(app, player, 2);
  return { player, ids: [one!, two!] as const };
};
const swapByPath = async (): Promise<Case> => {
  const { player, ids } = await twoCoupons();
  return {
    headers: player.headers,
    params: { id: String(ids[0]) },
    other: { params: { id: String(ids[1]) } },
    effects: swaps(player),
  };
};

/** One row for each call that the contract marks `effect`. */
const CASES: Record<string, () => Promise<Case>> = {
  [shopCalls.saveCart.path]: async () => {
    const login = await loginOf(app, await createPlayer(app.deps));
    const body = { captcha: CAPTCHA, server: 'everest', login, product_type: 'one_coin', amount: 100 };
    return {
      body,
      other: { body: { ...body, amount: 200 } },
      effects: () => countOf('carts c JOIN accounts a ON a.id = c.account_id WHERE a.login = $1', [login]),
    };
  },
  [shopCalls.placeOrder.path]: async () => {
    const player = await createPlayer(app.deps);
    const { headers } = await saveCart(app, player);
    const body = { captcha: CAPTCHA, payment_method_name: 'card' };
    return {
      headers,
      body,
      other: { body: { ...body, payment_method_name: 'bitcoin' } },
      effects: () => countOf('orders WHERE account_id = $1', [player.accountId]),
    };
  },
  [shopCalls.changePayment.path]: async () => {
    const player = await createPlayer(app.deps);
    const reply = await order(app, await saveCart(app, player), { payment_method_name: 'card' });
    const { order: id } = reply.json<{ order: string }>();
    return {
      params: { id },
      body: { payment_method_name: 'bitcoin' },
      other: { body: { payment_method_name: 'card_and_more' } },
      effects: () =>
        countOf('replaced_payments r JOIN orders o ON o.id = r.order_id WHERE o.public_id = $1', [id]),
    };
  },
  [shopCalls.storeByCoin.path]: async () => {
    const player = await createPlayer(app.deps);
    await giveCoins(app, player.accountId, 500);
    const body = { product_id: GOOD.serviceForCoins, product_qty: 1 };
    return {
      headers: player.headers,
      body,
      other: { body: { ...body, product_qty: 2 } },
      effects: () => countOf('orders WHERE account_id = $1', [player.accountId]),
    };
  },
  [cabinetCalls.saveInviter.path]: async () => {
    const [player, one, two] = await Promise.all([1, 2, 3].map(() => createPlayer(app.deps)));
    return {
      headers: player!.headers,
      body: { promo_code: await promoCodeOf(one!) },
      other: { body: { promo_code: await promoCodeOf(two!) } },
      effects: () => countOf('accounts WHERE id = $1 AND inviter_id IS NOT NULL', [player!.accountId]),
    };
  },
  [casesCalls.openCase.path]: async () => {
    const player = await createPlayer(app.deps, { 1: 5, 2: 5 });
    const { headers } = player;
    return { headers, body: { case_id: 1 }, other: { body: { case_id: 2 } }, effects: draws(player) };
  },
  [casesCalls.openMultiple.path]: async () => {
    const player = await createPlayer(app.deps, { 1: 40 });
    const effects = async () => (await draws(player)()) / 5;
    const body = { case_id: 1, count: 5 };
    return { headers: player.headers, body, other: { body: { case_id: 1, count: 10 } }, effects };
  },
  [`GET ${casesCalls.convertCouponByGet.path}`]: swapByPath,
  [casesCalls.convertCoupon.path]: swapByPath,
  [casesCalls.convertCoupons.path]: async () => {
    const { player, ids } = await twoCoupons();
    const { headers } = player;
    return { headers, body: { ids: [ids[0]] }, other: { body: { ids: [ids[1]] } }, effects: swaps(player) };
  },
  [casesCalls.undoExchange.path]: async () => {
    const { player, ids } = await twoCoupons();
    const { headers } = player;
    await app.post(casesCalls.convertCoupons.path, { ids }, headers);
    const effects = () => countOf('coupons WHERE account_id = $1 AND undone > 0', [player.accountId]);
    return { headers, body: { ids: [ids[0]] }, other: { body: { ids: [ids[1]] } }, effects };
  },
  [deliveryCalls.takeCoupons.path]: async () => {
    const { player, ids } = await twoCoupons();
    const { headers } = player;
    return { headers, body: { ids: [ids[0]] }, other: { body: { ids: [ids[1]] } }, effects: swaps(player) };
  },
  [deliveryCalls.putBackPrize.path]: async () => {
    const { player, ids } = await twoCoupons();
    const { headers } = player;
    await app.post(deliveryCalls.takeCoupons.path, { ids }, headers);
    const [one, two] = await deliveriesOf(app, player.accountId);
    return {
      headers,
      params: { id: String(one!.id) },
      other: { params: { id: String(two!.id) } },
      effects: () => countOf(`deliveries WHERE account_id = $1 AND state = 'cancelled'`, [player.accountId]),
    };
  },
};

const rowOf = ({ method, path }: Endpoint) => (method === 'POST' ? path : `${method} ${path}`);
const effectCalls = (Object.values(endpoints) as Endpoint[]).filter(({ effect }) => effect);

const send = (site: TestApp, { method, path }: Endpoint, key: string, { headers, params = {}, body }: Sent) =>
  site.inject({
    method,
    url: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
    headers: { ...headers, [IDEMPOTENCY_HEADER]: key },
    ...(body && { payload: body }),
  });

test('ID1 every call with an effect has a row here', () => {
  expect(effectCalls.map(rowOf).toSorted()).toEqual(Object.keys(CASES).toSorted());
});

describe.each(effectCalls.map((call) => [rowOf(call), call] as const))(
  'ID1 Idempotency-Key of %s',
  (row, call) => {
    let keys = 0;
    const newKey = () => `key-${process.pid}-${++keys}-of-the-test`;

    test('the same request gets the stored answer, another one 409', async () => {
      const sent = await CASES[row]!();
      const key = newKey();
      const first = await send(app, call, key, sent);
      expect([first.statusCode, first.body]).toEqual([200, expect.any(String)]);
      const again = await send(sibling, call, key, sent);
      expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
      expect(refusal(await send(app, call, key, { ...sent, ...sent.other }))).toEqual([
        409,
        'idempotencyKeyReused',
      ]);
      expect(await sent.effects()).toBe(1);
    });

    test('20 at once on two servers have one effect and one answer', async () => {
      const sent = await CASES[row]!();
      const key = newKey();
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, at) => send(at % 2 ? app : sibling, call, key, sent)),
      );
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
      expect(await sent.effects()).toBe(1);
    });
  },
);

describe('ID1 Idempotency-Key of an order', () => {
  const pay = (headers: Record<string, string>, method: string, key: string) =>
    app.post(
      shopCalls.placeOrder.path,
      { captcha: CAPTCHA, payment_method_name: method },
      { ...headers, [IDEMPOTENCY_HEADER]: key },
    );

  test('with another method makes no second payment', async () => {
    const { headers } = await saveCart(app, await createPlayer(app.deps));
    const asked = provider.asked.length;
    expect((await pay(headers, 'card', 'the-key-of-this-order')).statusCode).toBe(200);
    expect((await pay(headers, 'bitcoin', 'the-key-of-this-order')).statusCode).toBe(409);
    expect(provider.asked.length - asked).toBe(1);
  });

  test('that was refused may be used again; one whose provider did not answer only for the same', async () => {
    const { headers } = await saveCart(app, await createPlayer(app.deps));
    expect(refusal(await pay(headers, 'cheque', 'refused-before'))).toEqual([
      422,
      'paymentMethodUnavailable',
    ]);
    provider.failures = 1;
    expect(refusal(await pay(headers, 'card', 'refused-before'))).toEqual([503, 'paymentUnavailable']);
    expect(refusal(await pay(headers, 'bitcoin', 'refused-before'))).toEqual([409, 'idempotencyKeyReused']);
    expect((await pay(headers, 'card', 'refused-before')).statusCode).toBe(200);
  });

  test('is the key of its cart: of two carts it names two orders', async () => {
    const player = await createPlayer(app.deps);
    const replies = [];
    for (const { headers } of [await saveCart(app, player), await saveCart(app, player)])
      replies.push(await pay(headers, 'card', 'one-key-for-all'));
    const ids = replies.map((reply) => reply.json<{ order: string }>().order);
    expect(new Set(ids).size).toBe(2);
  });
});
