import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reasonOf } from '#/server/platform/db/errorCauses.ts';
import { openReplica, type Replica } from '#/server/platform/db/replica.ts';
import { readForAll } from '#/server/platform/watch/readForAll.ts';
import { type DatabaseLine, openDatabaseLine } from '../../../support/app/databaseLine.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const REST_MS = 60_000;

let app: TestApp;
let line: DatabaseLine;
let replica: Replica;
let log: string[];

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  log = [];
  const note = (message: string) => void log.push(message);
  line = await openDatabaseLine(app.databaseUrl);
  replica = openReplica(line.url, { info: note, warn: note }, { isPooled: false, restMs: REST_MS });
});
afterEach(async () => {
  vi.useRealTimers();
  await line.close();
  await replica.close();
});

const one = async (_db: unknown, client: PoolClient) =>
  (await client.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one;

describe('N9 a replica that fails', () => {
  test('N9 slowly is not waited for, although it answers every statement in time', async () => {
    expect(await replica.read(one)).toBe(1);
    line.delayMs = 400;
    expect(await replica.read(one)).toBeUndefined();
    expect(log).toEqual([
      'the replica does not answer, so what everybody sees is read from the primary: not done within 1000 ms',
    ]);
  });

  test('N9 is tried by one read after its rest, and is read by all when that has succeeded', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const readTwice = () => Promise.all([replica.read(one), replica.read(one)]);
    line.silenceAll();
    expect(await replica.read(one)).toBeUndefined();
    vi.advanceTimersByTime(REST_MS);
    expect([await readTwice(), line.lines.length]).toEqual([[undefined, undefined], 2]);
    line.resumeAll();
    expect([await readTwice(), line.lines.length]).toEqual([[undefined, undefined], 2]);
    vi.advanceTimersByTime(REST_MS);
    expect(await readTwice()).toEqual([1, undefined]);
    expect(await readTwice()).toEqual([1, 1]);
    expect(log).toEqual([expect.stringContaining('does not answer'), 'the replica answers again']);
  });

  test('N9 is told with the words of the database', async () => {
    await replica.read((db) => db.execute(sql`SELECT * FROM nowhere`));
    expect(log).toEqual([expect.stringMatching(/: relation "nowhere" does not exist$/)]);
    const allRefused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(reasonOf(allRefused)).toBe('ECONNREFUSED');
  });

  test('N9 whose work would change something changes nothing', async () => {
    const write = 'UPDATE products SET base_price_cents = 1';
    expect(await replica.read((_db, client) => client.query(write))).toBeUndefined();
    expect(log).toEqual([expect.stringContaining('read-only transaction')]);
    const { rows } = await app.pool.query('SELECT base_price_cents AS cents FROM products WHERE id = 1');
    expect(rows).toEqual([{ cents: 10 }]);
  });

  test('N9 is not read by a process that knows no version yet', async () => {
    const deps = { ...app.deps, replica };
    expect(await readForAll(deps, { catalogue: '' }, async ({ db }) => db === app.deps.db)).toBe(true);
    expect(line.lines).toEqual([]);
  });
});
