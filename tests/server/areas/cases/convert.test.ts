import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConvertReply, UserCasesReply } from '#/contract/cases.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { openDebt } from '#/server/domain/ledger/debt.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { giveCoupons, postAs, refusal } from '../../../support/players/cabinet.ts';
import { countByStatus, createPlayer, type Player } from '../../../support/app/factories.ts';
import { balanceOf } from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
let sibling: TestApp;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const URL = '/api/v1/coupons/convert';
const convert = (id: number, key?: string, by = player) => postAs(app, by, `${URL}/${id}`, undefined, key);
const convertAll = (ids: number[], key?: string) => postAs(app, player, URL, { ids }, key);
const stateOf = async (id: number) =>
  (await app.pool.query<{ state: string }>('SELECT state FROM coupons WHERE id = $1', [id])).rows[0]?.state;
const one = async (changes = {}) => {
  player = await createPlayer(app.deps);
  const [id] = await giveCoupons(app, player, 1, changes);
  return id!;
};

describe('C5 ST3 ST4 a coupon is swapped for coins', () => {
  test('at the price frozen on it, whatever the catalogue says by then', async () => {
    const id = await one({ price: 70 });
    const reply = await convert(id);
    expect(reply.json()).toEqual({ converted: [id], paid: 70, premiumCoins: 70 });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect([await stateOf(id), await balanceOf(app, player.accountId)]).toEqual(['converted', 70]);
    const user = await app.get('/api/v1/user', player.headers);
    expect(user.json()).toMatchObject({ couponCount: 0, user: { premiumCoins: 70 } });
  });

  test('again, it stays so and pays nothing', async () => {
    const id = await one();
    await convert(id);
    expect((await convert(id)).json()).toEqual({ converted: [id], paid: 0, premiumCoins: 40 });
  });

  test('with the same key it answers the same, with another request it is refused', async () => {
    const id = await one();
    const first = await convert(id, 'swap-of-one');
    expect((await convert(id, 'swap-of-one')).json()).toEqual(first.json());
    expect(refusal(await convertAll([id, 1], 'swap-of-one'))).toEqual([409, 'idempotencyKeyReused']);
  });

  test('one that is worth nothing in coins moves none', async () => {
    const id = await one({ price: 0 });
    expect((await convert(id)).json()).toEqual({ converted: [id], paid: 0, premiumCoins: 0 });
    expect(await stateOf(id)).toBe('converted');
  });

  test('a prize that was not shown yet counts as shown', async () => {
    const id = await one();
    const unrevealed = async () =>
      (await app.get('/api/v1/cases/user', player.headers)).json<UserCasesReply>().unrevealed;
    expect(await unrevealed()).toHaveLength(1);
    await convert(id);
    expect(await unrevealed()).toEqual([]);
  });

  test('what is owed is paid first', async () => {
    const id = await one({ price: 100 });
    await owe(player.accountId, 60);
    expect((await convert(id)).json()).toEqual({ converted: [id], paid: 100, premiumCoins: 40 });
    expect(await balanceOf(app, player.accountId, 'debt')).toBe(0);
  });
});

describe('is refused and changes nothing', () => {
  test('a coupon of somebody else, like one that nobody has', async () => {
    const id = await one();
    const owner = player;
    player = await createPlayer(app.deps);
    const foreign = await convert(id);
    const absent = await convert(999_999_999);
    expect([refusal(foreign), refusal(absent)]).toEqual([
      [404, 'couponNotFound'],
      [404, 'couponNotFound'],
    ]);
    expect([await stateOf(id), await balanceOf(app, owner.accountId)]).toEqual(['owned', 0]);
  });

  test.each([[{ isSwapAvailable: false }, 422, 'couponNotSwappable']])(
    '%j',
    async (changes, status, code) => {
      const id = await one(changes);
      expect(refusal(await convert(id))).toEqual([status, code]);
      expect(await balanceOf(app, player.accountId)).toBe(0);
    },
  );

  test.each([
    ['that is empty', []],
    ['of texts', ['1']],
    ['with 0', [0]],
    ['with a fraction', [1.5]],
    ['of more than 100', Array.from({ length: 101 }, (_, at) => at + 1)],
  ])('a list %s', async (_, ids) => {
    player = await createPlayer(app.deps);
    expect((await postAs(app, player, URL, { ids })).statusCode).toBe(400);
  });
});

describe('many at once', () => {
  test('are swapped together, one transfer each', async () => {
    player = await createPlayer(app.deps);
    const ids = await giveCoupons(app, player, 100, { price: 3 });
    expect((await convertAll(ids)).json()).toMatchObject({ paid: 300, premiumCoins: 300 });
    const { rows } = await app.pool.query(
      `SELECT count(*)::int FROM ledger_transfers WHERE reason = 'coupon' AND ref_id = ANY($1)`,
      [ids.map(String)],
    );
    expect(rows).toEqual([{ count: 100 }]);
  });

  test('all or none: one that cannot be swapped keeps the others', async () => {
    player = await createPlayer(app.deps);
    const ids = await giveCoupons(app, player, 3);
    const [fixed] = await giveCoupons(app, player, 1, { isSwapAvailable: false });
    expect(refusal(await convertAll([...ids, fixed!]))).toEqual([422, 'couponNotSwappable']);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['owned', 'owned', 'owned']);
  });

  test('one named twice or swapped before pays once', async () => {
    player = await createPlayer(app.deps);
    const ids = await giveCoupons(app, player, 3);
    await convert(ids[0]!);
    const reply = await convertAll([...ids, ids[2]!]);
    expect(reply.json<ConvertReply>()).toEqual({ converted: ids, paid: 80, premiumCoins: 120 });
  });
});

describe('N3 races', () => {
  test('200 parallel swaps of one coupon, over two servers and both methods: one credit', async () => {
    const id = await one();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const server = at % 2 ? app : sibling;
        return at % 3
          ? server.post(`${URL}/${id}`, undefined, player.headers)
          : server.get(`${URL}/${id}`, player.headers);
      }),
    );
    expect(countByStatus(replies)).toEqual({ 200: 200 });
    expect(replies.reduce((sum, reply) => sum + reply.json<ConvertReply>().paid, 0)).toBe(40);
    expect(await balanceOf(app, player.accountId)).toBe(40);
  });

  test('200 parallel swaps of overlapping lists: each coupon is paid once', async () => {
    player = await createPlayer(app.deps);
    const ids = await giveCoupons(app, player, 20, { price: 5 });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        (at % 2 ? app : sibling).post(
          URL,
          { ids: at % 3 ? ids.slice(at % 20).toReversed() : ids.slice(0, (at % 20) + 1) },
          player.headers,
        ),
      ),
    );
    expect(countByStatus(replies)).toEqual({ 200: 200 });
    expect(await balanceOf(app, player.accountId)).toBe(100);
  });
});

describe('C5 by GET, guarded', () => {
  const get = (id: number, headers: Record<string, string>) => app.get(`${URL}/${id}`, headers);

  test.each([
    [
      'a script of ours',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    ],
    ['a client that is no browser', {}],
  ])('%s swaps', async (_, headers) => {
    const id = await one();
    const reply = await get(id, { ...player.headers, ...headers });
    expect(reply.json()).toEqual({ converted: [id], paid: 40, premiumCoins: 40 });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test.each([
    [{ 'sec-fetch-mode': 'navigate' }],
    [{ 'sec-fetch-dest': 'document' }],
    [{ 'sec-fetch-dest': 'image' }],
    [{ 'sec-fetch-dest': 'iframe' }],
    [{ 'sec-purpose': 'prefetch' }],
    [{ 'sec-purpose': 'prefetch;prerender' }],
    [{ purpose: 'prefetch' }],
    [{ 'x-moz': 'prefetch' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('%j does not', async (headers) => {
    const id = await one();
    expect(refusal(await get(id, { ...player.headers, ...(headers as object) }))).toEqual([
      403,
      'csrfInvalid',
    ]);
    expect(await stateOf(id)).toBe('owned');
  });

  test('nobody does without a bearer, and nothing does by HEAD', async () => {
    const id = await one();
    expect(refusal(await get(id, {}))).toEqual([401, 'sessionRequired']);
    const head = await app.inject({ method: 'HEAD', url: `${URL}/${id}`, headers: player.headers });
    expect([head.statusCode, await stateOf(id)]).toEqual([405, 'owned']);
  });
});

/** Spends coins that are taken back afterwards. */
async function owe(accountId: number, amount: number): Promise<void> {
  await withTx(app.pool, async (tx) => {
    await openDebt(tx, accountId);
    await transfer(tx, {
      from: { kind: 'debt', ownerId: accountId },
      to: { kind: 'reversal' },
      amount,
      reason: 'owed',
      refType: 'test',
      refId: `${accountId}`,
    });
  });
  await app.pool.query('UPDATE accounts SET is_in_debt = true WHERE id = $1', [accountId]);
}
