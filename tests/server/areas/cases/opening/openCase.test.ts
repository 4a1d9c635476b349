import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { openCase } from '#/server/areas/cases/opening/openCase.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { countByStatus, createPlayer, open, type Player } from '../../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

let app: TestApp;
let sibling: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  expect(await differingDraws(app.pool, app.deps.secretKey)).toEqual([]);
});
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const countOf = async (statement: string, player: Player) => {
  const { rows } = await app.pool.query<{ count: number }>(statement, [player.accountId]);
  return rows[0]?.count;
};
const stockOf = (player: Player) =>
  countOf('SELECT sum(bought - opened)::int AS count FROM case_lots WHERE account_id = $1', player);
const couponsOf = (player: Player) =>
  countOf('SELECT count(*)::int FROM coupons WHERE account_id = $1', player);

describe('N3 one opening', () => {
  test('answers the prize, its coupon and the public side of the draw', async () => {
    const player = await createPlayer(app.deps, { 1: 1 });
    const reply = await open(app, player, { case_id: 1 });
    expect(reply.statusCode).toBe(200);
    const { caseItemId, coupons, fair } = reply.json<OpenCaseReply>();
    expect(coupons).toHaveLength(1);
    expect(coupons[0]?.name).toBe(`Приз 1-${caseItemId - 100}`);
    expect(fair).toMatchObject({ nonce: 0, clientSeed: expect.stringMatching(/^[\w-]{22}$/) });
    expect(fair.commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(await stockOf(player)).toBe(0);
    const marked =
      'SELECT count(*)::int FROM draws d JOIN case_lots l ON l.id = lot_id WHERE account_id = $1';
    expect(await countOf(`${marked} AND client_seed_origin = 'server'`, player)).toBe(1);
  });

  test('keeps the seed a player gave and counts nonces without a gap', async () => {
    const player = await createPlayer(app.deps, { 1: 3 });
    await app.pool.query(
      `UPDATE fair_epochs SET client_seed = 'my-seed', client_seed_origin = 'player' WHERE account_id = $1`,
      [player.accountId],
    );
    const draws = [];
    for (let piece = 0; piece < 3; piece++)
      draws.push((await open(app, player, { case_id: 1 })).json<OpenCaseReply>().fair);
    expect(draws.map(({ nonce }) => nonce)).toEqual([0, 1, 2]);
    expect(new Set(draws.map(({ clientSeed }) => clientSeed))).toEqual(new Set(['my-seed']));
  });

  test.each([
    ['a case that nobody has', 999_999, 404, 'caseNotFound'],
    ['a case of somebody else', 2, 409, 'caseOutOfStock'],
  ])('%s', async (_, caseId, status, code) => {
    const owner = await createPlayer(app.deps, { 2: 1 });
    const player = await createPlayer(app.deps, { 1: 1 });
    const reply = await open(app, player, { case_id: caseId });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
    expect([await stockOf(owner), await stockOf(player)]).toEqual([1, 1]);
  });

  test.each([
    [{}],
    [{ case_id: '1' }],
    [{ case_id: 1.5 }],
    [{ case_id: 0 }],
    [{ case_id: -1 }],
    [{ case_id: 1e300 }],
    [{ case_id: 9_007_199_254_740_991 }],
    [{ case_id: 1, count: 5 }],
    [{ case_id: 1, odds_hash: 'x' }],
    [{ case_id: [1] }],
  ])('E4 %j is refused and nothing is taken', async (body) => {
    const player = await createPlayer(app.deps, { 1: 1 });
    const { statusCode } = await open(app, player, body);
    expect([400, 404]).toContain(statusCode);
    expect(await stockOf(player)).toBe(1);
  });

  test('without a session nothing opens', async () => {
    const reply = await app.post('/api/v1/cases/open/', { case_id: 1 });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([401, 'sessionRequired']);
  });
});

describe('N3 races', () => {
  test('200 parallel requests on a stock of 5, over two servers: exactly 5', async () => {
    const player = await createPlayer(app.deps, { 1: 5 });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        open(at % 2 ? app : sibling, player, { case_id: 1 }, `race-key-${at}`),
      ),
    );
    expect(countByStatus(replies)).toEqual({ 200: 5, 409: 195 });
    const nonces = replies
      .filter((reply) => reply.statusCode === 200)
      .map((reply) => reply.json<OpenCaseReply>().fair.nonce);
    expect(nonces.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    expect([await stockOf(player), await couponsOf(player)]).toEqual([0, 5]);
  });

  test('200 parallel openings on a stock of 5 that no queue keeps apart: exactly 5', async () => {
    const { accountId } = await createPlayer(app.deps, { 1: 5 });
    const opening = { accountId, isInDebt: false, caseId: 1, locale: 'ru' } as const;
    const openings = await Promise.allSettled(Array.from({ length: 200 }, () => openCase(app.deps, opening)));
    const outcomes = openings.map((one) => (one.status === 'fulfilled' ? 'opened' : one.reason.code));
    expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'caseOutOfStock')).toHaveLength(195);
  });

  test('200 parallel requests over several lots without a key: exactly as many as there are', async () => {
    const player = await createPlayer(app.deps, { 1: 2 });
    await withTx(app.pool, async (tx) => {
      for (const refId of ['a', 'b', 'c'])
        await grantCases(tx, {
          accountId: player.accountId,
          caseId: 1,
          count: 1,
          reason: 'gift',
          refType: 'lot',
          refId: `${player.accountId}${refId}`,
        });
    });
    const replies = await Promise.all(Array.from({ length: 200 }, () => open(app, player, { case_id: 1 })));
    expect(countByStatus(replies)).toEqual({ 200: 5, 409: 195 });
  });

  test('200 parallel requests with one key, over two servers: one draw, one answer', async () => {
    const player = await createPlayer(app.deps, { 1: 5 });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        open(at % 2 ? app : sibling, player, { case_id: 1 }, 'the-same-key'),
      ),
    );
    expect(countByStatus(replies)).toEqual({ 200: 200 });
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect([await stockOf(player), await couponsOf(player)]).toEqual([4, 1]);
  });

  test('after all this the pool is whole', () => {
    expect(app.pool.totalCount - app.pool.idleCount).toBe(0);
  });
});

describe('ID1 idempotency', () => {
  test('the same key answers the same prize later, also when the stock is gone', async () => {
    const player = await createPlayer(app.deps, { 1: 1 });
    const first = await open(app, player, { case_id: 1 }, 'key-of-one');
    const again = await open(sibling, player, { case_id: 1 }, 'key-of-one');
    expect(again.json()).toEqual(first.json());
    expect((await open(app, player, { case_id: 1 }, 'key-of-two')).statusCode).toBe(409);
  });

  test('the same key for something else is refused', async () => {
    const player = await createPlayer(app.deps, { 1: 1, 2: 1 });
    await open(app, player, { case_id: 1 }, 'used-once');
    const reply = await open(app, player, { case_id: 2 }, 'used-once');
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, 'idempotencyKeyReused']);
    expect(await stockOf(player)).toBe(1);
  });

  test('two players may use the same key', async () => {
    const players = [await createPlayer(app.deps, { 1: 1 }), await createPlayer(app.deps, { 1: 1 })];
    const replies = await Promise.all(
      players.map((player) => open(app, player, { case_id: 1 }, 'shared-key')),
    );
    expect(countByStatus(replies)).toEqual({ 200: 2 });
    expect(await Promise.all(players.map(couponsOf))).toEqual([1, 1]);
  });

  test('a refused attempt keeps no key: the retry takes place', async () => {
    const player = await createPlayer(app.deps, { 1: 1 });
    const stale = { case_id: 1, odds_hash: 'f'.repeat(64) };
    expect((await open(app, player, stale, 'retried-key')).statusCode).toBe(409);
    expect((await open(app, player, { case_id: 1 }, 'retried-key')).statusCode).toBe(200);
  });

  test('a transaction that broke at its end left nothing, and the retry gives the same prize', async () => {
    const player = await createPlayer(app.deps, { 1: 1 });
    const epoch = `SELECT server_seed_encrypted FROM fair_epochs WHERE account_id = $1`;
    const before = await app.pool.query(epoch, [player.accountId]);
    await app.pool.query(
      `UPDATE fair_epochs SET client_seed = 's', client_seed_origin = 'player' WHERE account_id = $1`,
      [player.accountId],
    );
    await app.pool.query(`CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$;
      CREATE TRIGGER break_it AFTER UPDATE ON idempotency EXECUTE FUNCTION break_it()`);
    const broken = await open(app, player, { case_id: 1 }, 'broken-key');
    expect(broken.statusCode).toBe(500);
    expect(broken.body).not.toContain('on purpose');
    expect([await stockOf(player), await couponsOf(player)]).toEqual([1, 0]);
    await app.pool.query('DROP TRIGGER break_it ON idempotency; DROP FUNCTION break_it');
    const reply = await open(app, player, { case_id: 1 }, 'broken-key');
    expect(reply.json<OpenCaseReply>().fair.nonce).toBe(0);
    expect((await app.pool.query(epoch, [player.accountId])).rows).toEqual(before.rows);
  });
});
