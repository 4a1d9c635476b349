import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GameReplies, GameResult } from '#/contract/game.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { catchUpReady } from '#/server/domain/deliveries/readyAt.ts';
import { revokeGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { goodsInGame } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  balanceOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let key: { id: string; secret: string };
let adapter: GameAdapter;
let player: Member;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  key = await gameKeyOf(app);
  adapter = new GameAdapter(app, key);
  await adapter.hello();
});
beforeEach(async () => {
  // each key has its own rate limit
  await app.pool.query(`UPDATE game_keys SET revoked_at = now() WHERE server_key = 'everest'`);
  key = await gameKeyOf(app);
  adapter.useKey(key);
  await finishAll();
  player = await createMember(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const join = () => adapter.work({ joined: [{ player: player.login.toUpperCase(), name: 'John' }], max: 0 });
const leave = () => adapter.work({ left: [player.login.toUpperCase()], max: 0 });

/** Buys something of the game. @returns the id of the order */
async function buy(): Promise<string> {
  const id = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, id, 'paid');
  return id;
}

/** Buys something and has it handed to the game. */
async function buyAndLease(): Promise<{ order: string; no: number }> {
  await join();
  const order = await buy();
  const [delivery] = await adapter.work();
  return { order, no: delivery!.no };
}

/** Ends what an earlier test left. */
async function finishAll(): Promise<void> {
  app.advanceMs(60 * 60_000);
  for (;;) {
    const { deliveries, cancel } = (await adapter.pull()) as GameReplies['pull'];
    if (deliveries.length + cancel.length === 0) return;
    await adapter.report(
      ...deliveries.map(({ no, attempt }) => ({ no, attempt, outcome: 'done' as const })),
      ...cancel.map((no) => ({ no, outcome: 'cancelled' as const })),
    );
  }
}

const goods = () => goodsInGame(app, player.accountId);
const asOf = async (result: Partial<GameResult>) => {
  const reply = await adapter.report(result);
  return 'refused' in reply ? reply.refused : reply.results[0]!.as;
};

describe('D1 what was paid for', () => {
  test('is handed to the game as soon as its player is there, and is done when the game says so', async () => {
    await buy();
    expect(await adapter.work()).toEqual([]);
    await join();
    const [delivery, ...more] = await adapter.work();
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({
      attempt: 1,
      kind: 'give',
      code: 'unban',
      count: 1,
      params: {},
      version: null,
      player: { login: player.login, player: player.login.toUpperCase(), character: null },
      title: { ru: 'Товар 32', uk: 'Крам 32', en: 'Good 32' },
      leaseUntil: app.deps.now().getTime() + 60_000,
      doubtful: false,
    });
    expect(await asOf({ no: delivery!.no, outcome: 'done', proof: 'players.7' })).toBe('recorded');
    expect(await goods()).toEqual(['give 1 unban done']);
  });

  test('waits again once its player has left', async () => {
    await join();
    await buy();
    await leave();
    expect(await adapter.work()).toEqual([]);
  });

  test('is found by the catch-up if it was written while its player joined', async () => {
    await join();
    await buy();
    await app.pool.query('UPDATE deliveries SET ready_at = NULL WHERE account_id = $1', [player.accountId]);
    expect(await adapter.work()).toEqual([]);
    await catchUpReady(app.deps);
    expect(await adapter.work()).toHaveLength(1);
  });

  test('is found by the catch-up if its player signed up after joining', async () => {
    await adapter.work({ joined: [{ player: 'EARLYBIRD' }], max: 0 });
    // as if the account were made only now
    await app.pool.query(`UPDATE accounts SET login = 'earlybird' WHERE id = $1`, [player.accountId]);
    player = { ...player, login: 'earlybird' };
    await buy();
    expect(await adapter.work()).toEqual([]);
    await catchUpReady(app.deps);
    expect(await adapter.work()).toMatchObject([{ player: { login: 'earlybird' } }]);
  });

  test('of another server is not handed to this one', async () => {
    const other = new GameAdapter(app, await gameKeyOf(app, 'fuji'));
    await other.hello();
    await other.work({ joined: [{ player: player.login }] });
    await buy();
    expect(await other.work()).toEqual([]);
  });
});

describe('D3 a held poll', () => {
  test('is answered when work is committed, and holds no connection meanwhile', async () => {
    await join();
    const answer = adapter.work({ waitS: 25 });
    await expect.poll(async () => (await app.get('/metrics')).body).toContain('game_polls_held 1');
    expect(app.pool.totalCount).toBe(app.pool.idleCount);
    await buy();
    expect(await answer).toMatchObject([{ code: 'unban' }]);
  });

  test('is ended by the next held one of its instance, and by no other', async () => {
    const first = adapter.work({ waitS: 25 });
    await expect.poll(async () => (await app.get('/metrics')).body).toContain('game_polls_held 1');
    expect(await adapter.work()).toEqual([]);
    expect(await adapter.work({ waitS: 25, max: 0 })).toEqual([]);
    expect((await app.get('/metrics')).body).toContain('game_polls_held 1');
    const second = adapter.work({ waitS: 5 });
    expect(await Promise.race([first.then(() => 'first'), second])).toBe('first');
    expect([await first, await second]).toEqual([[], []]);
  });
});

test('D9 a key that is revoked while its poll is held gets nothing more', async () => {
  await join();
  const answer = adapter.pull({ waitS: 25 });
  await expect.poll(async () => (await app.get('/metrics')).body).toContain('game_polls_held 1');
  await withTx(app.pool, (tx) => revokeGameKey(tx, app.deps, key.id));
  await buy();
  expect(await answer).toEqual({ refused: 'gameKeyInvalid' });
  expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 unban waiting']);
  adapter.useKey(await gameKeyOf(app));
});

describe('D4 a lease', () => {
  test('keeps the delivery from a second pull, and lapses after 60 s', async () => {
    const { no } = await buyAndLease();
    app.advanceMs(59_999);
    expect(await adapter.work()).toEqual([]);
    app.advanceMs(1);
    expect(await adapter.work()).toMatchObject([{ no, attempt: 2 }]);
  });

  test('is prolonged while the game saves', async () => {
    const { no } = await buyAndLease();
    expect(await asOf({ no, outcome: 'saving' })).toBe('recorded');
    app.advanceMs(9 * 60_000);
    expect(await adapter.work()).toEqual([]);
    app.advanceMs(60_000);
    expect(await adapter.work()).toMatchObject([{ no, attempt: 2 }]);
  });

  test('of 20 pulls at once belongs to one', async () => {
    await join();
    await buy();
    const answers = await Promise.all(Array.from({ length: 20 }, () => adapter.pull()));
    const given = answers.flatMap((answer) => ('deliveries' in answer ? answer.deliveries : []));
    expect(given).toHaveLength(1);
  });
});

describe('D5 a result', () => {
  test('is recorded once, whether it is repeated or comes twice at once', async () => {
    const { no } = await buyAndLease();
    const report = () => adapter.send('report', reportBody(no));
    const replies = await Promise.all(Array.from({ length: 10 }, report));
    const said = replies.flatMap(({ statusCode, body }) =>
      statusCode === 200 ? (JSON.parse(JSON.parse(body).body) as { results: { as: string }[] }).results : [],
    );
    expect(said.filter(({ as }) => as === 'recorded')).toHaveLength(1);
    expect(await asOf({ no, outcome: 'done' })).toBe('repeated');
    expect(await asOf({ no, outcome: 'unknown' })).toBe('stale');
  });

  const reportBody = (no: number) => adapter.body({ results: [{ no, attempt: 1, outcome: 'done' }] });

  test('of what this server never had is unknown', async () => {
    expect(await asOf({ no: 999_999, outcome: 'done' })).toBe('unknown');
  });

  test.each([
    ['rejected', 'unknown_code', 'failed'],
    ['unknown', undefined, 'unknown'],
  ] as const)('%s waits for an operator', async (outcome, code, state) => {
    const { no } = await buyAndLease();
    await adapter.report({ no, outcome, ...(code && { code }) });
    expect(await goods()).toEqual([`give 1 unban ${state}`]);
    expect(await adapter.work()).toEqual([]);
  });

  test('"offline" waits until the player joins again', async () => {
    const { no } = await buyAndLease();
    await adapter.report({ no, outcome: 'retry', code: 'offline' });
    app.advanceMs(60 * 60_000);
    await adapter.hello({ seq: adapter.seq + 1 });
    expect(await adapter.work()).toEqual([]);
    await join();
    expect(await adapter.work()).toMatchObject([{ no, attempt: 2 }]);
  });

  test('"wrong character" is tried again as soon as the player comes back', async () => {
    const { no } = await buyAndLease();
    await adapter.report({ no, outcome: 'retry', code: 'wrong_character' });
    expect(await adapter.work()).toEqual([]);
    await join();
    expect(await adapter.work()).toMatchObject([{ no, attempt: 2 }]);
  });

  test('"no space" is tried again after two minutes', async () => {
    const { no } = await buyAndLease();
    await adapter.report({ no, outcome: 'retry', code: 'no_space' });
    expect(await adapter.work()).toEqual([]);
    app.advanceMs(2 * 60_000);
    expect(await adapter.work()).toMatchObject([{ no, attempt: 2 }]);
  });
});

describe('D10 D11 money that goes back', () => {
  test('is called off in the game, which has not given it', async () => {
    const { order, no } = await buyAndLease();
    await applyPaymentEvent(app, order, 'chargedBack');
    expect(await adapter.pull()).toMatchObject({ cancel: [no], deliveries: [] });
    expect(await adapter.pull()).toMatchObject({ cancel: [] });
    app.advanceMs(60_000);
    expect(await adapter.pull()).toMatchObject({ cancel: [no] });
    expect(await asOf({ no, outcome: 'cancelled' })).toBe('recorded');
    expect(await goods()).toEqual(['give 1 unban cancelled']);
  });

  test('is revoked in the game, which had given it already; what it does not find is owed', async () => {
    const { order, no } = await buyAndLease();
    await applyPaymentEvent(app, order, 'chargedBack', { causeRef: `${order}-1` });
    await adapter.report({ no, outcome: 'done' });
    const [back] = await adapter.work();
    expect(back).toMatchObject({ kind: 'revoke', code: 'unban', count: 1 });
    await adapter.report({ no: back!.no, outcome: 'done', taken: 0 });
    expect(await goods()).toEqual(['give 1 unban done', 'revoke 1 unban done']);
    // 2.50 euro
    expect(await balanceOf(app, player.accountId, 'debt')).toBe(-25);
    await adapter.report({ no: back!.no, outcome: 'done', taken: 0 });
    expect(await balanceOf(app, player.accountId, 'debt')).toBe(-25);
    await applyPaymentEvent(app, order, 'disputeWon', { causeRef: `${order}-1` });
    expect(await balanceOf(app, player.accountId, 'debt')).toBe(0);
  });
});

describe('the roster', () => {
  test('D3 replaces who is there when its last part has come', async () => {
    await join();
    await buy();
    const other = await createMember(app);
    await adapter.call('roster', { part: 1, of: 2, players: [{ player: other.login }] });
    expect(await adapter.work({ max: 0 })).toEqual([]);
    const presence = `SELECT FROM game_presence WHERE account_id = ${player.accountId}`;
    expect((await app.pool.query(presence)).rowCount).toBe(1);
    app.advanceMs(1000);
    await adapter.call('roster', { part: 1, of: 1, players: [{ player: other.login }] });
    const { rows } = await app.pool.query<{ player: string }>(
      `SELECT player FROM game_presence WHERE server_key = 'everest'`,
    );
    expect(rows).toEqual([{ player: other.login }]);
    expect(await adapter.work()).toEqual([]);
  });
});
