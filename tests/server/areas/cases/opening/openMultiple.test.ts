import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  OPEN_COUNTS,
  type OpenCaseReply,
  type OpenMultipleReply,
  type UserCasesReply,
} from '#/contract/cases.ts';
import { EPOCH_MAX_DRAWS, itemOfTicket, oddsHash, oddsText, parseOdds, ticketOf } from '#/contract/fair.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { openDebt } from '#/server/domain/ledger/debt.ts';
import { serverSeedOf } from '#/server/domain/fairness/fairEpoch.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { postAs, refusal } from '../../../../support/players/cabinet.ts';
import { countByStatus, createPlayer, open, type Player } from '../../../../support/app/factories.ts';
import { randomOf } from '../../../../support/app/random.ts';
import { stockOf } from '../../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { testCatalogue } from '../../../../support/catalogue/testCatalogue.ts';

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

const openMany = (player: Player, count: number, { key, by = app, ...body }: OpenOptions = {}) =>
  postAs(by, player, '/api/v1/cases/open-multiple/', { case_id: 1, count, ...body }, key);
interface OpenOptions {
  key?: string;
  by?: TestApp;
  case_id?: number;
  odds_hash?: string;
}
const stock = (player: Player) => stockOf(app, player.accountId, 1);

let lots = 0;
/** One more lot of case 1, with odds that no other lot has. */
async function giveLot({ accountId }: Player, count: number): Promise<string> {
  const items = testCatalogue.cases[0]!.items.map(({ id, sortOrder }, at) => ({
    itemId: id,
    sortOrder,
    tickets: at === 0 ? 1_000_000 - 7 * (1000 + lots) : 1000 + lots,
  }));
  const text = oddsText(1, 100 + ++lots, items);
  await app.pool.query('INSERT INTO case_odds (hash, case_id, revision, text) VALUES ($1, 1, $2, $3)', [
    oddsHash(text),
    100 + lots,
    text,
  ]);
  const cause = { reason: 'gift', refType: 'lot', refId: `${accountId}-${lots}` };
  await withTx(app.pool, (tx) =>
    grantCases(tx, { accountId, caseId: 1, count, oddsHash: oddsHash(text), ...cause }),
  );
  return oddsHash(text);
}

/** What a player's openings must bring: the draw of every nonce, with the odds of the piece whose turn it is. */
async function expectedOf({ accountId }: Player) {
  const { rows } = await app.pool.query<{
    public_id: string;
    client_seed: string;
    server_seed_encrypted: Buffer;
  }>('SELECT public_id, client_seed, server_seed_encrypted FROM fair_epochs WHERE account_id = $1', [
    accountId,
  ]);
  const { public_id: epochId, client_seed: clientSeed, server_seed_encrypted: encrypted } = rows[0]!;
  const serverSeed = serverSeedOf(app.deps.secretKey, epochId, encrypted);
  const { rows: pieces } = await app.pool.query<{ hash: string; text: string }>(
    `SELECT o.hash, o.text FROM case_lots l JOIN case_odds o ON o.hash = l.odds_hash
     CROSS JOIN generate_series(1, l.bought) WHERE account_id = $1 ORDER BY l.id`,
    [accountId],
  );
  return pieces.map(({ hash, text }, nonce) => {
    const ticket = ticketOf({ serverSeed, epochId, clientSeed, nonce, oddsHash: hash });
    return { nonce, ticket, oddsHash: hash, itemId: itemOfTicket(parseOdds(text), ticket) };
  });
}

describe('R5 C6 several at once', () => {
  test.each(OPEN_COUNTS)('%i: item, coupon and draw of a nonce have the same place', async (count) => {
    const player = await createPlayer(app.deps, { 1: count + 3 });
    const reply = await openMany(player, count);
    expect(reply.statusCode, reply.body).toBe(200);
    const { caseItemIds, coupons, fair } = reply.json<OpenMultipleReply>();
    expect([caseItemIds.length, coupons.length, fair.length]).toEqual([count, count, count]);
    expect(fair.map(({ nonce }) => nonce)).toEqual(Array.from({ length: count }, (_, at) => at));
    expect(coupons.map(({ name }) => name)).toEqual(caseItemIds.map((id) => `Приз 1-${id - 100}`));
    const ids = coupons.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const { rows } = await app.pool.query<{ nonce: number }>(
      'SELECT nonce FROM coupons c JOIN draws d ON d.id = c.draw_id WHERE c.id = ANY($1) ORDER BY c.id',
      [ids],
    );
    expect(rows.map(({ nonce }) => nonce)).toEqual(fair.map(({ nonce }) => nonce));
    expect(await stock(player)).toBe(3);
    const user = await app.get('/api/v1/user', player.headers);
    expect(user.json()).toMatchObject({ caseCount: 3, couponCount: count });
    const { unrevealed } = (await app.get('/api/v1/cases/user', player.headers)).json<UserCasesReply>();
    expect(unrevealed.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test.each([1, 2, 3])(
    'brings what so many single openings with the same nonces bring, over lots with other odds (seed %i)',
    async (seed) => {
      const random = randomOf(seed);
      const player = await createPlayer(app.deps);
      for (let lot = 0; lot < 6; lot++) await giveLot(player, 1 + random.below(30));
      const drawn = [];
      for (let left = await stock(player); left > 0; left = await stock(player)) {
        const count = random.shuffled([1, ...OPEN_COUNTS]).find((each) => each <= left) ?? 1;
        if (count === 1) {
          const { caseItemId, fair } = (await open(app, player, { case_id: 1 })).json<OpenCaseReply>();
          drawn.push({ ...fair, itemId: caseItemId });
        } else {
          const { caseItemIds, fair } = (await openMany(player, count)).json<OpenMultipleReply>();
          for (const [at, draw] of fair.entries()) drawn.push({ ...draw, itemId: caseItemIds[at] });
        }
      }
      expect(drawn).toMatchObject(await expectedOf(player));
    },
  );

  test('asks for a table: that of the first piece counts, and nothing is taken when it is another', async () => {
    const player = await createPlayer(app.deps);
    const [first, second] = [await giveLot(player, 2), await giveLot(player, 20)];
    expect(refusal(await openMany(player, 5, { odds_hash: second }))).toEqual([409, 'oddsChanged']);
    expect(await stock(player)).toBe(22);
    const reply = await openMany(player, 5, { odds_hash: first });
    const { fair } = reply.json<OpenMultipleReply>();
    expect(fair.map(({ oddsHash: hash }) => hash)).toEqual([first, first, second, second, second]);
  });

  test('begins the next epoch when the live one has no room for all', async () => {
    const player = await createPlayer(app.deps, { 1: EPOCH_MAX_DRAWS + 20 });
    await fastForward(player, EPOCH_MAX_DRAWS - 7);
    const before = (await openMany(player, 5)).json<OpenMultipleReply>();
    const after = (await openMany(player, 10)).json<OpenMultipleReply>();
    expect(before.fair.at(-1)!.nonce).toBe(EPOCH_MAX_DRAWS - 3);
    expect(after.fair.map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(after.fair[0]!.epochId).not.toBe(before.fair[0]!.epochId);
    expect(await stock(player)).toBe(12);
  });

  /** Draws made as if they had happened, without opening each. */
  async function fastForward({ accountId }: Player, count: number): Promise<void> {
    await app.pool.query(
      `UPDATE fair_epochs SET client_seed = 's', client_seed_origin = 'player' WHERE account_id = $1`,
      [accountId],
    );
    const expected = (await expectedOf({ accountId } as Player)).slice(0, count);
    await app.pool.query(
      `WITH lot AS (UPDATE case_lots SET opened = $2 WHERE account_id = $1 RETURNING *),
      epoch AS (UPDATE fair_epochs SET next_nonce = $2 WHERE account_id = $1 RETURNING *),
      draw AS (
        INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
        SELECT epoch.id, nonce, 's', 'player', lot.id, lot.odds_hash, ticket, item_id, epoch.created_at
        FROM lot, epoch, unnest($3::int[], $4::int[], $5::bigint[]) AS of(nonce, ticket, item_id) RETURNING *)
      INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available, premium_coins_price, created_at)
      SELECT $1, item_id, id, true, 1, created_at FROM draw`,
      [
        accountId,
        count,
        expected.map(({ nonce }) => nonce),
        expected.map(({ ticket }) => ticket),
        expected.map(({ itemId }) => itemId),
      ],
    );
  }
});

describe('is refused and nothing is taken', () => {
  test.each([
    ['fewer are in stock', 10, {}, 409, 'caseOutOfStock'],
    ['the case is of nobody', 5, { case_id: 999_999 }, 404, 'caseNotFound'],
    ['the case is of somebody else', 5, { case_id: 2 }, 409, 'caseOutOfStock'],
    ['the table is another', 5, { odds_hash: 'f'.repeat(64) }, 409, 'oddsChanged'],
  ])('%s', async (_, count, body, status, code) => {
    const player = await createPlayer(app.deps, { 1: 9 });
    expect(refusal(await openMany(player, count, body))).toEqual([status, code]);
    expect(await stock(player)).toBe(9);
  });

  test('who owes coins', async () => {
    const player = await createPlayer(app.deps, { 1: 9 });
    await withTx(app.pool, async (tx) => {
      await openDebt(tx, player.accountId);
      await transfer(tx, {
        from: { kind: 'debt', ownerId: player.accountId },
        to: { kind: 'reversal' },
        amount: 1,
        reason: 'owed',
        refType: 'test',
        refId: `${player.accountId}`,
      });
    });
    await app.pool.query('UPDATE accounts SET is_in_debt = true WHERE id = $1', [player.accountId]);
    expect(refusal(await openMany(player, 5))).toEqual([409, 'inDebt']);
    expect(await stock(player)).toBe(9);
  });

  test.each([0, 1, 4, 6, 99, 101, 1000, -5, 5.5, '5', null, [5]])('E4 a count of %j', async (count) => {
    const player = await createPlayer(app.deps, { 1: 9 });
    const reply = await postAs(app, player, '/api/v1/cases/open-multiple/', { case_id: 1, count });
    expect(reply.statusCode).toBe(400);
    expect(await stock(player)).toBe(9);
  });
});

describe('N3 races', () => {
  test('200 parallel requests of 5 and of 10 over three lots and two servers: all or nothing each', async () => {
    const player = await createPlayer(app.deps, { 1: 17 });
    await giveLot(player, 11);
    await giveLot(player, 25);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        openMany(player, at % 4 ? 10 : 5, { by: at % 2 ? app : sibling, key: `many-race-${at}` }),
      ),
    );
    const won = replies
      .filter(({ statusCode }) => statusCode === 200)
      .map((each) => each.json<OpenMultipleReply>());
    const nonces = won.flatMap(({ fair }) => fair.map(({ nonce }) => nonce));
    expect(countByStatus(replies)).toEqual({ 200: won.length, 409: 200 - won.length });
    expect(await stock(player)).toBe(53 - nonces.length);
    expect(await stock(player)).toBeLessThan(5);
    expect(nonces.toSorted((a, b) => a - b)).toEqual(nonces.map((_, at) => at));
    for (const { fair } of won)
      expect(fair.map(({ nonce }) => nonce)).toEqual(fair.map((_, at) => fair[0]!.nonce + at));
  });

  test('single openings between them: every piece is drawn once', async () => {
    const player = await createPlayer(app.deps, { 1: 40 });
    const replies = await Promise.all(
      Array.from({ length: 120 }, (_, at) =>
        at % 3 ? open(at % 2 ? app : sibling, player, { case_id: 1 }) : openMany(player, 5),
      ),
    );
    expect(Object.keys(countByStatus(replies))).toEqual(['200', '409']);
    expect(await stock(player)).toBe(0);
  });

  test('ID1 200 parallel requests with one key: one opening, one answer; another count is refused', async () => {
    const player = await createPlayer(app.deps, { 1: 100 });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        openMany(player, 5, { by: at % 2 ? app : sibling, key: 'the-same-many' }),
      ),
    );
    expect(countByStatus(replies)).toEqual({ 200: 200 });
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await stock(player)).toBe(95);
    expect(refusal(await openMany(player, 10, { key: 'the-same-many' }))).toEqual([
      409,
      'idempotencyKeyReused',
    ]);
  });

  test('a transaction that broke at its end left nothing', async () => {
    const player = await createPlayer(app.deps, { 1: 5 });
    await app.pool.query(`CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$;
      CREATE TRIGGER break_it AFTER UPDATE ON idempotency EXECUTE FUNCTION break_it()`);
    expect((await openMany(player, 5, { key: 'broken-many' })).statusCode).toBe(500);
    await app.pool.query('DROP TRIGGER break_it ON idempotency; DROP FUNCTION break_it');
    expect(await stock(player)).toBe(5);
    const { fair } = (await openMany(player, 5, { key: 'broken-many' })).json<OpenMultipleReply>();
    expect(fair.map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3, 4]);
  });
});

test('a hundred pieces take no more statements than five', async () => {
  const statementsOf = async (count: number) => {
    const player = await createPlayer(app.deps, { 1: count });
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    expect((await openMany(player, count)).statusCode).toBe(200);
    const made = statements.mock.calls.length;
    statements.mockRestore();
    return made;
  };
  const [five, hundred] = [await statementsOf(5), await statementsOf(100)];
  expect(five).toBeGreaterThan(3);
  expect(hundred).toBe(five);
});
