import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Delivery } from '#/contract/deliveries.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { countByStatus, PASSWORD } from '../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { giveCoupons, postAs, refusal } from '../../../support/players/cabinet.ts';
import { deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { balanceOf } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let sibling: TestApp;
let adapter: GameAdapter;
let player: Member;

/** Items of the test catalogue. */
const PREMIUM = 101;
const COINS_ONLY = 102;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
  adapter = new GameAdapter(app, await gameKeyOf(app));
  await adapter.hello();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const TAKE = '/api/v1/coupons/take';
const take = (ids: number[], key?: string, by = player) => postAs(app, by, TAKE, { ids }, key);
const convert = (id: number) => postAs(app, player, `/api/v1/coupons/convert/${id}`);
const putBack = (no: number, by = player) => postAs(app, by, `/api/v1/user/deliveries/${no}/put-back`);
const stateOf = async (id: number) =>
  (await app.pool.query<{ state: string }>('SELECT state FROM coupons WHERE id = $1', [id])).rows[0]?.state;
const listed = async () =>
  (await app.get('/api/v1/user/deliveries', player.headers)).json<{ deliveries: Delivery[] }>().deliveries;
const noOf = async () => (await deliveriesOf(app, player.accountId)).at(-1)!.id;

async function one(changes = {}): Promise<number> {
  player = await createMember(app);
  const [id] = await giveCoupons(app, player, 1, changes);
  return id!;
}

/** A prize that the game is giving now. */
async function leased(): Promise<{ id: number; no: number }> {
  const id = await one();
  await adapter.work({ joined: [{ player: player.login, name: 'John Doe' }], max: 0 });
  await take([id]);
  const [delivery] = await adapter.work();
  return { id, no: delivery!.no };
}

describe('D14 a prize is taken to the game', () => {
  test('it waits there with the name it has on the site, and is a coupon no more', async () => {
    const id = await one();
    expect((await take([id])).json()).toEqual({ taken: [id] });
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 item waiting']);
    expect(await stateOf(id)).toBe('claimed');
    expect(refusal(await convert(id))).toEqual([409, 'couponSpent']);
    expect(await listed()).toMatchObject([{ title: 'Приз 1-0', isPrize: true, canPutBack: true }]);
  });

  test('the game gets it with its params and title; given, the coupon is delivered', async () => {
    const { id, no } = await leased();
    await adapter.report({ no, outcome: 'done' });
    expect(await stateOf(id)).toBe('delivered');
    expect(await listed()).toMatchObject([{ stage: 'handed', character: 'John Doe', canPutBack: false }]);
    expect((await take([id])).json()).toEqual({ taken: [id] });
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 item done']);
  });

  test('200 times at once in two processes, it is one delivery', async () => {
    const id = await one();
    const tries = Array.from({ length: 200 }, (_, at) =>
      postAs(at % 2 === 0 ? app : sibling, player, TAKE, { ids: [id] }),
    );
    expect(countByStatus(await Promise.all(tries))).toEqual({ 200: 200 });
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 item waiting']);
  });

  test('taken and exchanged at once, it is one of both', async () => {
    const id = await one();
    await Promise.all([take([id]), convert(id), take([id]), convert(id)]);
    const state = await stateOf(id);
    const inGame = state === 'claimed' ? ['give 1 item waiting'] : [];
    expect(await goodsInGame(app, player.accountId)).toEqual(inGame);
    expect(await balanceOf(app, player.accountId)).toBe(state === 'converted' ? 40 : 0);
    expect(['claimed', 'converted']).toContain(state);
  });

  test('Premium begins at once, and the game learns it', async () => {
    const id = await one({ itemId: PREMIUM });
    await take([id]);
    await take([id]);
    expect(await stateOf(id)).toBe('delivered');
    const told = await deliveriesOf(app, player.accountId);
    expect(told.map(({ kind, code }) => `${kind} ${code}`)).toEqual(['set premium']);
    const days = (Date.parse(String(told[0]?.params['until'])) - app.deps.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  test('all or none: one that only brings coins, or is of somebody else, stops the others', async () => {
    const id = await one();
    const [coinsOnly] = await giveCoupons(app, player, 1, { itemId: COINS_ONLY });
    expect(refusal(await take([id, coinsOnly!]))).toEqual([422, 'couponNotForGame']);
    const stranger = await createMember(app);
    expect(refusal(await take([id], undefined, stranger))).toEqual([404, 'couponNotFound']);
    await convert(coinsOnly!);
    expect(refusal(await take([id, coinsOnly!]))).toEqual([409, 'couponSpent']);
    expect([await stateOf(id), await goodsInGame(app, player.accountId)]).toEqual(['owned', []]);
  });

  test('another request under the same key is refused', async () => {
    const id = await one();
    const [other] = await giveCoupons(app, player, 1);
    await take([id], 'taken-with-a-key');
    expect((await take([id], 'taken-with-a-key')).json()).toEqual({ taken: [id] });
    expect(refusal(await take([other!], 'taken-with-a-key'))).toEqual([409, 'idempotencyKeyReused']);
  });
});

describe('D14 a prize comes back', () => {
  test('put back while it waits, and it can be taken again or exchanged', async () => {
    const id = await one();
    await take([id]);
    const first = await noOf();
    expect((await putBack(first)).json()).toEqual({ coupon: id });
    expect((await putBack(first)).json()).toEqual({ coupon: id });
    expect(await stateOf(id)).toBe('owned');
    await take([id]);
    expect(await goodsInGame(app, player.accountId)).toEqual([
      'give 1 item cancelled',
      'give 1 item waiting',
    ]);
    await putBack(await noOf());
    await convert(id);
    expect([await stateOf(id), await balanceOf(app, player.accountId)]).toEqual(['converted', 40]);
  });

  test('not by somebody else, not once the game has it, and only a prize', async () => {
    const { id, no } = await leased();
    expect(refusal(await putBack(no))).toEqual([409, 'prizeBegun']);
    const stranger = await createMember(app);
    expect(refusal(await putBack(no, stranger))).toEqual([404, 'notFound']);
    expect(refusal(await putBack(999_999))).toEqual([404, 'notFound']);
    expect(await stateOf(id)).toBe('claimed');
    await adapter.report({ no, outcome: 'done' });
  });

  test('rejected by the game, it is back by itself, and the list says so', async () => {
    const { id, no } = await leased();
    await adapter.report({ no, outcome: 'rejected', code: 'unknown_code' });
    expect(await stateOf(id)).toBe('owned');
    expect(await listed()).toMatchObject([{ stage: 'refused', isOpen: false }]);
  });

  test('if nobody knows, an operator decides, and the coupon follows', async () => {
    const { id, no } = await leased();
    await adapter.report({ no, outcome: 'unknown' });
    expect([await stateOf(id), (await listed())[0]?.stage]).toEqual(['claimed', 'unclear']);
    const decide = { no, decision: 'given', reason: 'seen in the game' } as const;
    await withTx(app.pool, (tx) => decideDelivery(tx, app.deps, decide));
    expect(await stateOf(id)).toBe('delivered');
  });

  test('when the account is closed', async () => {
    const id = await one();
    await take([id]);
    const payload = { password: PASSWORD };
    await app.inject({ method: 'DELETE', url: '/api/v1/user', headers: player.headers, payload });
    expect([await stateOf(id), await goodsInGame(app, player.accountId)]).toEqual([
      'owned',
      ['give 1 item cancelled'],
    ]);
  });
});
