import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { deliveryReads } from '../../../support/players/deliveryReads.ts';
import { bringPlayers, fillDeliveries, serverKeyOf } from '../../../support/players/fillDeliveries.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';
import { explain } from '../../../support/tools/explain.ts';
import { recordStatements, type Statement } from '../../../support/tools/recordStatements.ts';

const SCALE = { servers: 200, players: 6000, deliveriesEach: 10, onlineEach: 1 };
const DELIVERIES = SCALE.players * SCALE.deliveriesEach;
/** Rows that one statement may read: somewhat more than all that is ready. */
const MOST_ROWS = DELIVERIES / 20;
/** Pages that a statement of one hand-over may touch, whatever other servers have handed over. */
const MOST_PAGES = 300;

let app: TestApp;
/** Adapter of the second server. */
let adapter: GameAdapter;
beforeAll(async () => {
  app = await createTestApp();
  await fillDeliveries(app.pool, SCALE);
  for (const no of [0, 1]) {
    adapter = new GameAdapter(app, await gameKeyOf(app, serverKeyOf(no)));
    await adapter.hello();
  }
  await bringPlayers(app.pool, SCALE);
});
afterAll(() => app.close());

const somebody = async () => {
  const { rows } = await app.pool.query<{ id: string; login: string; server_key: string }>(
    `SELECT id, login, server_key FROM accounts a WHERE login LIKE 'waiter%' AND server_key = $1
      AND NOT EXISTS (SELECT FROM game_presence p WHERE p.account_id = a.id) LIMIT 1`,
    [serverKeyOf(0)],
  );
  const [row] = rows;
  return { accountId: Number(row!.id), login: row!.login, serverKey: row!.server_key };
};

/** Reads of deliveries and of their history that touch more of them than they need, by a scan or through an index. */
async function wasteful(statements: readonly Statement[]): Promise<string[]> {
  const found = [];
  for (const statement of statements) {
    if (!/\bdelivery_moves\b|\bdeliveries\b/.test(statement.text)) continue;
    for (const { table, kind, index, rows } of (await explain(app.pool, statement)).accesses) {
      const isWhole = kind === 'Seq Scan' || rows > MOST_ROWS;
      if ((table === 'deliveries' || table === 'delivery_moves') && isWhole)
        found.push(`${kind} ${index ?? table}, ${rows} rows: ${statement.text.slice(0, 300)}`);
    }
  }
  return found;
}

test('D25 nothing that reads deliveries reads the whole table', async () => {
  const reads = Object.entries(deliveryReads(app.deps, await somebody()));
  const bad: Record<string, string[]> = {};
  for (const [name, read] of reads) {
    const waste = await wasteful(await recordStatements(read));
    if (waste.length > 0) bad[name] = waste;
  }
  expect(bad).toEqual({});
});

test('D25 nothing that hands a delivery over reads the whole table', async () => {
  let taken: { no: number; attempt: number }[] = [];
  const pulled = await recordStatements(async () => {
    taken = await adapter.work();
  });
  expect(taken.length).toBeGreaterThan(0);
  const [{ no, attempt }] = taken as [{ no: number; attempt: number }];
  const reported = await recordStatements(() => adapter.report({ no, attempt, outcome: 'done' }));
  expect(await wasteful([...pulled, ...reported])).toEqual([]);
});

/** Hands over some of what waits on the other servers, as an hour of work would. */
const handOverElsewhere = async (serverKey: string) => {
  const moves = [
    `state = 'leased', ledger_id = 'another', attempt = 1, ready_at = NULL, lease_until = now() WHERE state = 'waiting'
      AND needs_online AND id % 6 = 0`,
    `state = 'done', done_at = now() WHERE state = 'leased'`,
  ];
  for (const move of moves)
    await app.pool.query(`UPDATE deliveries SET ${move} AND server_key <> $1`, [serverKey]);
};

test('D25 a transaction that stays open does not make a server read the dead rows of the others', async () => {
  const other = new Client({ connectionString: app.databaseUrl });
  await other.connect();
  try {
    await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await other.query('SELECT count(*) FROM servers');
    await handOverElsewhere(serverKeyOf(1));
    const pages: Record<string, number> = {};
    const statements = await recordStatements(async () => {
      const [taken] = await adapter.work();
      if (taken) await adapter.report({ no: taken.no, attempt: taken.attempt, outcome: 'done' });
    });
    for (const statement of statements)
      pages[statement.text.slice(0, 300)] = (await explain(app.pool, statement)).pages;
    expect(Object.entries(pages).filter(([, touched]) => touched > MOST_PAGES)).toEqual([]);
  } finally {
    await other.end();
  }
});
