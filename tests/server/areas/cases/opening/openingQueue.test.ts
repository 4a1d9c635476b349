import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RECORD_TOGETHER } from '#/server/areas/cases/opening/openTogetherStatements.ts';
import { type Line, openDatabaseLine } from '../../../../support/app/databaseLine.ts';
import { countByStatus, createPlayer, open, type Player } from '../../../../support/app/factories.ts';
import { heldOpen } from '../../../../support/app/heldOpen.ts';
import { createSibling, createTestApp, PATIENT, type TestApp } from '../../../../support/app/testApp.ts';
import {
  expectWhole,
  openInCrowd,
  playersWith,
  transactionsOf,
  untilWaiting,
} from '../../../../support/players/openingCrowd.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => expectWhole(app));
afterAll(() => app.close());

test('N3 one opening at a time of each player: the others of the crowd do not wait for somebody who sends many', async () => {
  const [greedy, ...players] = (await playersWith(app, 6, { 1: 5 })) as [Player, ...Player[]];
  const replies = await openInCrowd(app, () =>
    Promise.all([
      ...Array.from({ length: 20 }, () => open(app, greedy, { case_id: 1 })),
      ...players.map((player) => open(app, player, { case_id: 1 })),
    ]),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
  expect(await transactionsOf(app, players)).toBeLessThan(players.length);
});

test('N3 openings whose shared transaction may have been committed are not opened again', async () => {
  const players = await playersWith(app, 5, { 1: 2 });
  const line = await openDatabaseLine(app.databaseUrl);
  const site = await createSibling(app, {}, line.url);
  let lost: Line | undefined;
  line.onRequest = (text, each) => {
    if (lost || !text.includes(RECORD_TOGETHER.name)) return;
    lost = each;
    each.loseAnswers();
  };
  const couponsOfEach = async () => {
    const { rows } = await app.pool.query<{ count: number }>(
      'SELECT count(*)::int FROM coupons WHERE account_id = ANY($1) GROUP BY account_id',
      [players.map(({ accountId }) => accountId)],
    );
    return rows.map(({ count }) => count);
  };
  const replies = await openInCrowd(
    app,
    async () => {
      // without keys, so that only the site keeps them from being opened twice
      const opened = players.map((player) => open(site, player, { case_id: 1 }));
      await expect.poll(couponsOfEach).toEqual(players.map(() => 1));
      lost?.cut();
      return Promise.all(opened);
    },
    site,
  );
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]));
  expect(await couponsOfEach()).toEqual(players.map(() => 1));
  await site.close();
  await line.close();
});

test('N16 a shared transaction that hangs holds up no opening but its own', async () => {
  const [held, waits, free] = (await playersWith(app, 3, { 1: 1 })) as [Player, Player, Player];
  const replies: Promise<{ statusCode: number }>[] = [];
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${held.accountId} FOR UPDATE`);
    await tx.execute(sql`INSERT INTO idempotency (account_id, key, request_hash, created_at)
      VALUES (${waits.accountId}, 'held-key', '', now())`);
    return async () => {
      replies.push(open(app, held, { case_id: 1 }));
      await untilWaiting(app, 1);
      replies.push(open(app, waits, { case_id: 1 }, 'held-key'));
      await untilWaiting(app, 2);
      expect((await open(app, free, { case_id: 1 })).statusCode).toBe(200);
      await tx.execute(sql`DELETE FROM idempotency WHERE account_id = ${waits.accountId}`);
    };
  });
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test('N16 a key that another transaction holds holds up nobody else of its shared transaction', async () => {
  const [first, waits, free] = (await playersWith(app, 3, { 1: 1 })) as [Player, Player, Player];
  let reply: Promise<{ statusCode: number }> | undefined;
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`INSERT INTO idempotency (account_id, key, request_hash, created_at)
      VALUES (${waits.accountId}, 'held-key', '', now())`);
    return async () => {
      const others = await openInCrowd(app, () => {
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

test('N16 openings of one player do not wait for each other for longer than for a connection', async () => {
  const impatient = await createSibling(app, { databaseLimits: { ...PATIENT, connectMs: 1000 } });
  const player = await createPlayer(app.deps, { 1: 3 });
  const openFrom = (at: number) => open(impatient, player, { case_id: 1 }, `one-of-many-${at}`);
  let first: ReturnType<typeof open> | undefined;
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${player.accountId} FOR UPDATE`);
    return async () => {
      first = openFrom(0);
      await untilWaiting(app, 1);
      const others = await Promise.all([openFrom(1), openFrom(2)]);
      expect(others.map((reply) => reply.json<{ code: string }>().code)).toEqual(['busy', 'busy']);
    };
  });
  expect((await first)?.statusCode).toBe(200);
  const again = await Promise.all([openFrom(1), openFrom(2)]);
  expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await impatient.close();
});

test('N16 somebody who sends very many openings takes no connections and no shared transactions from the others', async () => {
  const greedy = await createPlayer(app.deps, { 1: 1 });
  const replies: ReturnType<typeof open>[] = [];
  const players = await playersWith(app, 20, { 1: 1 });
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${greedy.accountId} FOR UPDATE`);
    return async () => {
      for (let sent = 0; sent < 150; sent++) replies.push(open(app, greedy, { case_id: 1 }));
      await untilWaiting(app, 1);
      const others = await Promise.all(players.map((player) => open(app, player, { case_id: 1 })));
      expect(countByStatus(others)).toEqual({ 200: players.length });
      expect(await transactionsOf(app, players)).toBeLessThan(players.length / 2);
    };
  });
  expect(countByStatus(await Promise.all(replies))).toEqual({ 200: 1, 409: 149 });
});

test('N16 whoever sends one opening does not wait for all that others send', async () => {
  // more than one shared transaction holds
  const players = await playersWith(app, 60, { 1: 3 });
  const single = await createPlayer(app.deps, { 1: 1 });
  await openInCrowd(app, () =>
    Promise.all(
      [...players, ...players, ...players, single].map((player) => open(app, player, { case_id: 1 })),
    ),
  );
  const { rows } = await app.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM coupons WHERE account_id = ANY($1)
      AND id > (SELECT id FROM coupons WHERE account_id = $2)`,
    [players.map(({ accountId }) => accountId), single.accountId],
  );
  // it is the last that arrives, and a busy machine may have taken some of the others before
  expect(rows[0]?.count).toBeGreaterThan(0.75 * players.length);
});
