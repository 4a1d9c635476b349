import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { buyWithCoins } from '#/server/domain/orders/buyWithCoins.ts';
import { countByStatus, createPlayer, type Player } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { heldOpen, withOtherPart } from '../../../support/app/heldOpen.ts';
import { balanceOf, giveCoins, movesOf, orderOf, stockOf } from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

let app: TestApp;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const buy = (body: object, key?: string, who = player) =>
  app.post(
    '/api/v1/order/store-by-coin',
    { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1, ...body },
    { ...who.headers, ...(key && { [IDEMPOTENCY_HEADER]: key }) },
  );
const rich = async (coins: number) => {
  player = await createPlayer(app.deps);
  await giveCoins(app, player.accountId, coins);
};
const codeOf = (reply: { json: () => unknown }) => (reply.json() as { code?: string }).code;

test('S10 coins go, the pieces come, with an order and a receipt', async () => {
  await rich(100);
  const reply = await buy({ product_qty: 3, price: 20 });
  expect(reply.statusCode).toBe(200);
  const { order: id, premiumCoins } = reply.json<{ order: string; premiumCoins: number }>();
  expect(premiumCoins).toBe(40);
  expect(await stockOf(app, player.accountId, 1)).toBe(3);
  expect(await movesOf(app, id)).toEqual(['created', 'paid', 'granted']);
  expect(await orderOf(app, id, { ...player.headers, 'accept-language': 'uk' })).toMatchObject({
    state: 'granted',
    currency_code: 'OC',
    total_coins: 60,
    total_cents: 0,
    product_qty: 3,
    payment_system: 'One Coins',
    product: 'Скринька 1 · Крам 101',
  });
  const { rows } = await app.pool.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [
    player.accountId,
  ]);
  const mails = await queuedMails(app, rows[0]!.email);
  expect(mails).toMatchObject([{ kind: 'receipt', variables: { order: id, totalCoins: 60, quantity: 3 } }]);
});

test('N3 with a key it is bought once, in whatever number it is asked for; another body is refused', async () => {
  await rich(100);
  const replies = await Promise.all(Array.from({ length: 30 }, () => buy({}, 'the-same-key')));
  expect(countByStatus(replies)).toEqual({ 200: 30 });
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect(await balanceOf(app, player.accountId)).toBe(80);
  const other = await buy({ product_qty: 2 }, 'the-same-key');
  expect([other.statusCode, codeOf(other)]).toEqual([409, 'idempotencyKeyReused']);
  expect((await buy({}, 'another-key')).json()).toMatchObject({ premiumCoins: 60 });
});

test('T2 of 200 purchases at once with coins for 10 pieces exactly 10 take place', async () => {
  await rich(200);
  const replies = await Promise.all(Array.from({ length: 200 }, (_, at) => buy({}, `purchase-${at}`)));
  expect(countByStatus(replies)).toEqual({ 200: 10, 422: 190 });
  expect(new Set(replies.filter(({ statusCode }) => statusCode === 422).map(codeOf))).toEqual(
    new Set(['notEnoughCoins']),
  );
  expect(await balanceOf(app, player.accountId)).toBe(0);
  expect(await stockOf(app, player.accountId, 1)).toBe(10);
});

test('T2 of 100 buyers at once exactly as many pieces are sold as there are', async () => {
  await app.pool.query('UPDATE goods SET sale_limit = sold + 7 WHERE id = $1', [GOOD.otherCaseForCoins]);
  const buyers = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const buyer = await createPlayer(app.deps);
      await giveCoins(app, buyer.accountId, 200);
      return buyer;
    }),
  );
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      buy({ product_id: GOOD.otherCaseForCoins }, undefined, buyers[at % buyers.length]),
    ),
  );
  expect(countByStatus(replies)).toEqual({ 200: 7, 409: 93 });
});

test('S10 while one buyer pays, another one buys the same good and waits for nobody', async () => {
  const buyers = await Promise.all(
    ['first', 'second'].map(async () => {
      const buyer = await createPlayer(app.deps);
      await giveCoins(app, buyer.accountId, 100);
      return buyer;
    }),
  );
  const [first, second] = buyers as [Player, Player];
  const purchaseOf = ({ accountId }: Player) => ({
    accountId,
    goodsId: GOOD.caseForCoins,
    quantity: 1,
    isAsShown: () => true,
    scope: 'buy' as const,
  });
  await heldOpen(app.pool, async (tx) => {
    await buyWithCoins(tx, app.deps, purchaseOf(first));
    return () => withOtherPart(app.pool, tx, (other) => buyWithCoins(other, app.deps, purchaseOf(second)));
  });
  expect(await Promise.all(buyers.map(({ accountId }) => balanceOf(app, accountId)))).toEqual([80, 80]);
});

describe('S7 a limit that is set later', () => {
  const sell = (body: object = {}) => buy({ product_id: GOOD.serviceForCoins, ...body });
  const setLimit = (limit: string) =>
    app.pool.query(`UPDATE goods SET sale_limit = ${limit} WHERE id = $1`, [GOOD.serviceForCoins]);
  const shown = async () => {
    const { goods } = (await app.get('/api/v1/goods?server=everest')).json<{
      goods: { id: number; count: number | null }[];
    }>();
    return goods.find(({ id }) => id === GOOD.serviceForCoins)?.count;
  };
  beforeAll(() => rich(1000));

  test('counts what was sold before it', async () => {
    expect((await sell({ product_qty: 2 })).statusCode).toBe(200);
    expect(await shown()).toBeNull();
    await setLimit('3');
    expect(await shown()).toBe(1);
    expect(codeOf(await sell({ product_qty: 2 }))).toBe('goodSoldOut');
    expect((await sell()).statusCode).toBe(200);
    expect(codeOf(await sell())).toBe('goodSoldOut');
    expect(await shown()).toBe(0);
  });

  test('and after it is lifted and set again, all of it', async () => {
    await setLimit('NULL');
    expect((await sell({ product_qty: 2 })).statusCode).toBe(200);
    await setLimit('6');
    expect(await shown()).toBe(1);
  });
});

describe('S9 is refused', () => {
  test.each<[string, object, number, string]>([
    ['what costs euro', { product_id: GOOD.fiveCases }, 404, 'goodNotFound'],
    ['what nobody sells', { product_id: 999_999 }, 404, 'goodNotFound'],
    ['another price than was shown', { price: 19 }, 422, 'priceChanged'],
    ['none', { product_qty: 0 }, 400, 'badRequest'],
    ['less than none', { product_qty: -1 }, 400, 'badRequest'],
    ['half of one', { product_qty: 0.5 }, 400, 'badRequest'],
    ['201', { product_qty: 201 }, 400, 'badRequest'],
    ['a number as a text', { product_qty: '1' }, 400, 'badRequest'],
    ['too many for the coins', { product_qty: 200 }, 422, 'notEnoughCoins'],
    ['with a price of its own', { premiumCoinsPrice: 0 }, 400, 'badRequest'],
  ])('%s, and nothing is taken', async (_, body, status, code) => {
    await rich(100);
    const reply = await buy(body, 'a-key-of-its-own');
    expect([reply.statusCode, codeOf(reply)]).toEqual([status, code]);
    expect(await balanceOf(app, player.accountId)).toBe(100);
    // a refusal keeps no key
    expect((await buy({}, 'a-key-of-its-own')).statusCode).toBe(200);
  });

  test.each([
    ['withdrawn', 'UPDATE goods SET is_withdrawn = $2 WHERE id = $1', true, false],
    ['of another server', 'UPDATE goods SET server_keys = $2 WHERE id = $1', ['fuji'], null],
  ])('what is %s', async (_, statement, on, off) => {
    await rich(100);
    await app.pool.query(statement, [GOOD.serviceForCoins, on]);
    const reply = await buy({ product_id: GOOD.serviceForCoins });
    await app.pool.query(statement, [GOOD.serviceForCoins, off]);
    expect([reply.statusCode, codeOf(reply)]).toEqual([404, 'goodNotFound']);
  });

  test('what is coming soon, and whoever is not signed in', async () => {
    await rich(100);
    await app.pool.query(`UPDATE products SET is_coming_soon = true WHERE type = 'Services'`);
    const reply = await buy({ product_id: GOOD.serviceForCoins });
    await app.pool.query(`UPDATE products SET is_coming_soon = false WHERE type = 'Services'`);
    expect([reply.statusCode, codeOf(reply)]).toEqual([404, 'goodNotFound']);
    const stranger = { ...player, headers: { authorization: 'Bearer none' } };
    expect((await buy({}, undefined, stranger)).statusCode).toBe(401);
  });
});
