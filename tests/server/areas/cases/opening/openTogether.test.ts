import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { OpenCaseReply } from '#/contract/cases.ts';
import type { Opening } from '#/server/areas/cases/opening/opening.ts';
import { openTogether } from '#/server/areas/cases/opening/openTogether.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { countByStatus, createPlayer, open, type Player } from '../../../../support/app/factories.ts';
import { heldOpen } from '../../../../support/app/heldOpen.ts';
import { createSibling, createTestApp, PATIENT, type TestApp } from '../../../../support/app/testApp.ts';
import { blockAccount } from '../../../../support/players/blocks.ts';

let app: TestApp;
let sibling: TestApp;
/** A player whose lot another transaction holds, so that the openings after theirs share transactions. */
let held: Player;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
beforeEach(async () => {
  held = await createPlayer(app.deps, { 1: 1 });
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  expect(await differingDraws(app.pool, app.deps.secretKey)).toEqual([]);
  const { rows } = await app.pool.query('SELECT key FROM idempotency WHERE status IS NULL');
  expect(rows).toEqual([]);
});
afterAll(async () => {
  await sibling.close();
  await app.close();
});

async function playersWith(count: number, stock: Record<number, number>): Promise<Player[]> {
  const players = [];
  for (let made = 0; made < count; made++) players.push(await createPlayer(app.deps, stock));
  return players;
}

const openingOf = ({ accountId }: Player, changes: Partial<Opening> = {}): Opening => ({
  accountId,
  isInDebt: false,
  caseId: 1,
  idempotencyKey: `together-${accountId}`,
  locale: 'ru',
  ...changes,
});

/** Waits until this many openings wait for a lock of another transaction. */
const untilWaiting = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await app.pool.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%case_lots%'`,
    );
    expect(rows[0]?.count).toBe(count);
  });

/** Opens one case each, first for the held player. The others are answered while that one still waits. */
async function openInCrowd<T>(others: () => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined;
  let heldReply: ReturnType<typeof open> | undefined;
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${held.accountId} FOR UPDATE`);
    return async () => {
      heldReply = open(app, held, { case_id: 1 });
      await untilWaiting(1);
      result = others();
      await result;
    };
  });
  expect((await heldReply)?.statusCode).toBe(200);
  return result!;
}

const transactionsOf = async (players: readonly Player[]) => {
  const { rows } = await app.pool.query<{ count: number }>(
    'SELECT count(DISTINCT xmin::text)::int FROM coupons WHERE account_id = ANY($1)',
    [players.map(({ accountId }) => accountId)],
  );
  return rows[0]?.count;
};

test('N16 the openings of a crowd share transactions, and wait for no locked lot of others', async () => {
  const players = await playersWith(40, { 1: 1 });
  const replies = await openInCrowd(() =>
    Promise.all(players.map((player, at) => open(app, player, { case_id: 1 }, `crowd-key-${at}`))),
  );
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const coupons = replies.map((reply) => reply.json<OpenCaseReply>().coupons[0]?.id);
  const { rows } = await app.pool.query<{ account_id: string }>(
    'SELECT account_id FROM unnest($1::bigint[]) WITH ORDINALITY AS won(id, at) JOIN coupons USING (id) ORDER BY at',
    [coupons],
  );
  expect(rows.map(({ account_id }) => Number(account_id))).toEqual(players.map(({ accountId }) => accountId));
  expect(await transactionsOf(players)).toBeLessThan(players.length / 4);
});

test('ID1 a repeated key gets the answer of the shared transaction, from every server', async () => {
  const players = await playersWith(10, { 1: 2 });
  const openAll = (on: TestApp) =>
    Promise.all(players.map((player) => open(on, player, { case_id: 1 }, 'crowd-again')));
  const first = await openInCrowd(() => openAll(app));
  held = await createPlayer(app.deps, { 1: 1 });
  const again = await openInCrowd(() => openAll(app));
  const elsewhere = await openAll(sibling);
  expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  expect(elsewhere.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
});

test('N3 each opening of a crowd is answered by itself, whatever the others bring', async () => {
  const [good, other, soldOut, changed, blocked, oldEpoch, reused, keyless] = (await playersWith(8, {
    1: 1,
  })) as [Player, Player, Player, Player, Player, Player, Player, Player];
  await blockAccount(app, blocked.accountId, 'open');
  const older = `UPDATE fair_epochs SET created_at = created_at - interval '1 year' WHERE account_id = $1`;
  await app.pool.query(older, [oldEpoch.accountId]);
  await open(app, reused, { case_id: 1 }, 'crowd-key');
  const key = 'crowd-key';
  const replies = await openInCrowd(() =>
    Promise.all([
      open(app, good, { case_id: 1 }, key),
      open(app, other, { case_id: 1 }, key),
      open(app, soldOut, { case_id: 2 }, key),
      open(app, soldOut, { case_id: 999_999 }, 'crowd-key-2'),
      open(app, changed, { case_id: 1, odds_hash: 'f'.repeat(64) }, key),
      open(app, blocked, { case_id: 1 }, key),
      open(app, oldEpoch, { case_id: 1 }, key),
      open(app, reused, { case_id: 2 }, key),
      open(app, keyless, { case_id: 1 }),
      open(app, keyless, { case_id: 1 }),
    ]),
  );
  expect(
    replies.map((reply) => [reply.statusCode, reply.json<{ code?: string }>().code ?? 'opened']),
  ).toEqual([
    [200, 'opened'],
    [200, 'opened'],
    [409, 'caseOutOfStock'],
    [404, 'caseNotFound'],
    [409, 'oddsChanged'],
    [409, 'accountBlocked'],
    [200, 'opened'],
    [409, 'idempotencyKeyReused'],
    [200, 'opened'],
    [409, 'caseOutOfStock'],
  ]);
  // the refused ones may use their keys again
  expect((await open(app, changed, { case_id: 1 }, key)).statusCode).toBe(200);
});

test('N3 one opening at a time of each player: the others of the crowd do not wait for somebody who sends many', async () => {
  const [greedy, ...players] = (await playersWith(6, { 1: 5 })) as [Player, ...Player[]];
  const replies = await openInCrowd(() =>
    Promise.all([
      ...Array.from({ length: 20 }, () => open(app, greedy, { case_id: 1 })),
      ...players.map((player) => open(app, player, { case_id: 1 })),
    ]),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
  expect(await transactionsOf(players)).toBeLessThan(players.length);
});

test('N3 what is locked is left out, and its key stays free', async () => {
  const [lot, epoch, free] = (await playersWith(3, { 1: 1 })) as [Player, Player, Player];
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${lot.accountId} FOR UPDATE`);
    await tx.execute(sql`SELECT FROM fair_epochs WHERE account_id = ${epoch.accountId} FOR UPDATE`);
    return async () => {
      const opened = await openTogether(
        app.deps,
        [lot, epoch, free].map((player) => openingOf(player)),
      );
      expect([...opened.keys()]).toEqual([free.accountId]);
    };
  });
  const opened = await openTogether(
    app.deps,
    [lot, epoch].map((player) => openingOf(player)),
  );
  expect(new Set(opened.keys())).toEqual(new Set([lot.accountId, epoch.accountId]));
});

test('N3 the answer is in the language of each player', async () => {
  const [russian, english] = (await playersWith(2, { 1: 1 })) as [Player, Player];
  const opened = await openTogether(app.deps, [openingOf(russian), openingOf(english, { locale: 'en' })]);
  const nameOf = ({ accountId }: Player) => opened.get(accountId)?.coupons[0]?.name;
  expect(nameOf(russian)).toMatch(/^Приз/);
  expect(nameOf(english)).toMatch(/^Prize/);
});

test('N3 what breaks one opening of a shared transaction breaks no other', async () => {
  const players = await playersWith(5, { 1: 1 });
  // the first one arrives before there is anything to share
  const broken = players.at(-1)!;
  await app.pool.query(`CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.account_id = ${broken.accountId} THEN RAISE EXCEPTION 'broken on purpose'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER break_it BEFORE INSERT ON coupons FOR EACH ROW EXECUTE FUNCTION break_it()`);
  const replies = await openInCrowd(() =>
    Promise.all(players.map((player) => open(app, player, { case_id: 1 }, 'breaks-one'))),
  );
  await app.pool.query('DROP TRIGGER break_it ON coupons; DROP FUNCTION break_it');
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 500]);
  expect((await open(app, broken, { case_id: 1 }, 'breaks-one')).statusCode).toBe(200);
});

test('N16 a shared transaction that hangs holds up no opening but its own', async () => {
  const [waits, free] = (await playersWith(2, { 1: 1 })) as [Player, Player];
  const replies: Promise<{ statusCode: number }>[] = [];
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${held.accountId} FOR UPDATE`);
    await tx.execute(sql`INSERT INTO idempotency (account_id, key, request_hash, created_at)
      VALUES (${waits.accountId}, 'held-key', '', now())`);
    return async () => {
      replies.push(open(app, held, { case_id: 1 }));
      await untilWaiting(1);
      replies.push(open(app, waits, { case_id: 1 }, 'held-key'));
      await untilWaiting(2);
      expect((await open(app, free, { case_id: 1 })).statusCode).toBe(200);
      await tx.execute(sql`DELETE FROM idempotency WHERE account_id = ${waits.accountId}`);
    };
  });
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test('N16 a key that another transaction holds holds up nobody else of its shared transaction', async () => {
  const [first, waits, free] = (await playersWith(3, { 1: 1 })) as [Player, Player, Player];
  let reply: Promise<{ statusCode: number }> | undefined;
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`INSERT INTO idempotency (account_id, key, request_hash, created_at)
      VALUES (${waits.accountId}, 'held-key', '', now())`);
    return async () => {
      const others = await openInCrowd(() => {
        const opened = open(app, first, { case_id: 1 });
        reply = open(app, waits, { case_id: 1 }, 'held-key');
        return Promise.all([opened, open(app, free, { case_id: 1 })]);
      });
      expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      await tx.execute(sql`DELETE FROM idempotency WHERE account_id = ${waits.accountId}`);
    };
  });
  expect((await reply)?.statusCode).toBe(200);
});

test('N3 a prize that cannot be drawn fails its own opening only', async () => {
  const players = await playersWith(5, { 1: 1 });
  const broken = players.at(-1)!;
  const { rows } = await app.pool.query<{ seed: Buffer }>(
    'SELECT server_seed_encrypted AS seed FROM fair_epochs WHERE account_id = $1',
    [broken.accountId],
  );
  const setSeed = 'UPDATE fair_epochs SET server_seed_encrypted = $2 WHERE account_id = $1';
  await app.pool.query(setSeed, [broken.accountId, Buffer.from('not sealed by this site')]);
  const replies = await openInCrowd(() =>
    Promise.all(players.map((player) => open(app, player, { case_id: 1 }, 'draws-none'))),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 500]);
  await app.pool.query(setSeed, [broken.accountId, rows[0]?.seed]);
  expect((await open(app, broken, { case_id: 1 }, 'draws-none')).statusCode).toBe(200);
});

test('N16 openings of one player do not wait for each other for longer than for a connection', async () => {
  const impatient = await createSibling(app, { databaseLimits: { ...PATIENT, connectMs: 1000 } });
  const player = await createPlayer(app.deps, { 1: 3 });
  const openFrom = (at: number) => open(impatient, player, { case_id: 1 }, `one-of-many-${at}`);
  let first: ReturnType<typeof open> | undefined;
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${player.accountId} FOR UPDATE`);
    return async () => {
      first = openFrom(0);
      await untilWaiting(1);
      const others = await Promise.all([openFrom(1), openFrom(2)]);
      expect(others.map((reply) => reply.json<{ code: string }>().code)).toEqual(['busy', 'busy']);
    };
  });
  expect((await first)?.statusCode).toBe(200);
  const again = await Promise.all([openFrom(1), openFrom(2)]);
  expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await impatient.close();
});

test('N16 somebody who sends very many openings takes no connections from the others', async () => {
  const greedy = await createPlayer(app.deps, { 1: 1 });
  const replies: ReturnType<typeof open>[] = [];
  const players = await playersWith(3, { 1: 1 });
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${greedy.accountId} FOR UPDATE`);
    return async () => {
      for (let sent = 0; sent < 150; sent++) replies.push(open(app, greedy, { case_id: 1 }));
      await untilWaiting(1);
      const others = await Promise.all(players.map((player) => open(app, player, { case_id: 1 })));
      expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    };
  });
  expect(countByStatus(await Promise.all(replies))).toEqual({ 200: 1, 409: 149 });
});
