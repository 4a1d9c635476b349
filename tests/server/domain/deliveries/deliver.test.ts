import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
import { revokePremium } from '#/server/domain/ledger/revokeGoods.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { IllegalDeliveryMove, moveDelivery } from '#/server/domain/deliveries/moveDelivery.ts';
import { eq } from 'drizzle-orm';
import { createPlayer, PASSWORD, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { postAs } from '../../../support/players/cabinet.ts';
import { bringTo, deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
import { createMember } from '../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  giveCoins,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  player = await createPlayer(app.deps);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const facts = async () =>
  (await deliveriesOf(app, player.accountId))
    .filter(({ kind }) => kind === 'set')
    .map(({ params, state }) => [params['until'], state]);
const versions = async () =>
  (await deliveriesOf(app, player.accountId)).flatMap(({ factVersion }) => factVersion ?? []);

const inDays = (days: number) => new Date(app.deps.now().getTime() + days * DAY_MS).toISOString();

/** Grants 1 day of Premium under its own cause. */
const grantDay = (refId: string) =>
  withTx(app.pool, async (tx) => {
    await lockAccount(tx, eq(accounts.id, player.accountId));
    const cause = { reason: 'test', refType: 'test', refId };
    await grantPremium(tx, app.deps, { accountId: player.accountId, lengthMs: DAY_MS, ...cause });
  });

const revokeDay = (refId: string) =>
  withTx(app.pool, async (tx) => {
    await lockAccount(tx, eq(accounts.id, player.accountId));
    const cause = { reason: 'test', refType: 'test', refIds: [refId] };
    return revokePremium(tx, app.deps, { accountId: player.accountId, ...cause });
  });

describe('D1 what the game must give', () => {
  test('for an order in euro is in the outbox, and its history begins', async () => {
    const service = { product_type: 'Services', goods_id: GOOD.service, product_qty: 3 };
    await applyPaymentEvent(app, await pendingOrder(app, player, service), 'paid');
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 3 unban waiting']);
    const [row] = await deliveriesOf(app, player.accountId);
    expect(row).toMatchObject({ serverKey: 'everest', params: {}, needsOnline: true, readyAt: null });
    const { rows } = await app.pool.query('SELECT * FROM delivery_moves WHERE delivery_id = $1', [row!.id]);
    expect(rows).toMatchObject([{ version: 1, from_state: null, to_state: 'waiting', actor: 'site' }]);
  });

  test('for coins is in the outbox as soon as they are paid, and not before', async () => {
    const body = { product_id: GOOD.serviceForCoins, product_type: 0, product_qty: 1 };
    const buy = async () => (await postAs(app, player, '/api/v1/order/store-by-coin', body)).statusCode;
    expect(await buy()).toBe(422);
    expect(await goodsInGame(app, player.accountId)).toEqual([]);
    await giveCoins(app, player.accountId, 60);
    expect(await buy()).toBe(200);
    expect(await buy()).toBe(422);
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 name_change waiting']);
  });
});

describe('D2 a move', () => {
  test('is in the history with actor and reason, and another than those of the table is refused', async () => {
    const service = { product_type: 'Services', goods_id: GOOD.service };
    await applyPaymentEvent(app, await pendingOrder(app, player, service), 'paid');
    const { id } = (await deliveriesOf(app, player.accountId))[0]!;
    await bringTo(app, id, 'failed');
    const row = (await deliveriesOf(app, player.accountId))[0]!;
    await withTx(app.pool, (tx) =>
      moveDelivery(tx, app.deps, row, 'waiting', { actor: 'operator', reason: 'again' }),
    );
    const { rows } = await app.pool.query<{ line: string }>(
      `SELECT version || ' ' || to_state || ' ' || actor || ' ' || reason AS line FROM delivery_moves
       WHERE delivery_id = $1 ORDER BY version`,
      [id],
    );
    expect(rows.map(({ line }) => line)).toEqual([
      '1 waiting site ',
      '2 leased site ',
      '3 failed game ',
      '4 waiting operator again',
    ]);
    const [waiting] = await deliveriesOf(app, player.accountId);
    await expect(
      withTx(app.pool, (tx) => moveDelivery(tx, app.deps, waiting!, 'unknown', { actor: 'game' })),
    ).rejects.toThrow(IllegalDeliveryMove);
  });

  test('is never changed or removed afterwards', async () => {
    await grantDay('history');
    await expect(app.pool.query(`UPDATE delivery_moves SET reason = 'x'`)).rejects.toThrow('append-only');
    await expect(app.pool.query('DELETE FROM delivery_moves')).rejects.toThrow('append-only');
  });
});

describe('D13 Premium in the game', () => {
  test('is told with every change, and only the newest version may still be heard', async () => {
    await grantDay('first');
    await grantDay('second');
    expect(await facts()).toEqual([
      [inDays(1), 'cancelled'],
      [inDays(2), 'waiting'],
    ]);
    await revokeDay('second');
    expect((await facts()).at(-1)).toEqual([inDays(1), 'waiting']);
    await revokeDay('first');
    expect((await facts()).at(-1)).toEqual([null, 'waiting']);
    const [first] = await versions();
    expect(await versions()).toEqual([0, 1, 2, 3].map((more) => first! + more));
  });

  test('keeps a version that the game has heard or is hearing', async () => {
    await grantDay('heard');
    await bringTo(app, (await deliveriesOf(app, player.accountId))[0]!.id, 'done');
    await grantDay('hearing');
    await bringTo(app, (await deliveriesOf(app, player.accountId))[1]!.id, 'leased');
    await grantDay('third');
    expect((await facts()).map(([, state]) => state)).toEqual(['done', 'leased', 'waiting']);
  });

  test('of 20 grants at once tells the sum last', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => grantDay(`day ${at}`)));
    expect((await facts()).at(-1)).toEqual([inDays(20), 'waiting']);
  });

  test('O33 has a version above that of the game after the database lost the newest ones', async () => {
    await grantDay('before the backup');
    await grantDay('lost');
    const known = (await versions()).at(-1)!;
    player = await createPlayer(app.deps);
    app.advanceMs(60_000);
    await grantDay('after the restore');
    expect((await versions()).at(-1)).toBeGreaterThan(known);
  });

  test('is not told when nothing was revoked', async () => {
    await revokeDay('nothing');
    expect(await facts()).toEqual([]);
  });
});

test('D1 a closed account gets no more deliveries', async () => {
  player = await createMember(app);
  await grantDay('closed');
  const service = { product_type: 'Services', goods_id: GOOD.service };
  await applyPaymentEvent(app, await pendingOrder(app, player, service), 'paid');
  const closed = await app.inject({
    method: 'DELETE',
    url: '/api/v1/user',
    headers: player.headers,
    payload: { password: PASSWORD },
  });
  expect(closed.statusCode).toBe(200);
  expect((await deliveriesOf(app, player.accountId)).map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
  ]);
});
