import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from '#/server/platform/db/open.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const ROLE = 'few_connections';
const POOL_SIZE = 6;
/** Of several that connect at once PostgreSQL may refuse all, because it counts those that it refuses. */
const MOST_ALLOWED = 2;
const REFUSED = { code: '53300' };

let app: TestApp;
let url: string;
const warnings: string[] = [];
const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };

const allow = (connections: number) => app.pool.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT ${connections}`);

beforeAll(async () => {
  app = await createTestApp();
  await app.pool.query(`DROP ROLE IF EXISTS ${ROLE}`);
  await app.pool.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'few'`);
  const address = new URL(app.databaseUrl);
  address.username = ROLE;
  address.password = 'few';
  url = address.href;
});
const countConnections = async () => {
  const { rows } = await app.pool.query<{ open: number }>(
    'SELECT count(*)::int AS open FROM pg_stat_activity WHERE usename = $1',
    [ROLE],
  );
  return rows[0]?.open;
};
afterEach(async () => {
  vi.useRealTimers();
  warnings.length = 0;
  // a connection counts until its backend has ended, which is a moment after it was closed
  await expect.poll(countConnections).toBe(0);
});
afterAll(async () => {
  await app.pool.query(`DROP ROLE ${ROLE}`);
  await app.close();
});

/** A pool of which each query holds a connection for a moment. */
function busyPool() {
  const pool = openPool({ connectionString: url }, POOL_SIZE, log);
  const readAll = async (count: number) => {
    const reads = Array.from({ length: count }, () => pool.query('SELECT pg_sleep(0.02)'));
    return (await Promise.allSettled(reads)).filter(({ status }) => status === 'fulfilled').length;
  };
  return { pool, readAll };
}

test('N22 when the database has no room for further connections, requests wait for one that there is', async () => {
  await allow(MOST_ALLOWED);
  const { pool, readAll } = busyPool();
  expect(await readAll(1)).toBe(1);
  expect(await readAll(40)).toBe(40);
  expect(pool.totalCount).toBeLessThanOrEqual(MOST_ALLOWED);
  expect(warnings).toEqual([expect.stringContaining('refuses further connections')]);
  await pool.end();
});

test('N22 the pool takes its whole size again when there is room', async () => {
  await allow(MOST_ALLOWED);
  const { pool, readAll } = busyPool();
  expect(await readAll(1)).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await readAll(10)).toBe(10);
  await allow(POOL_SIZE);
  expect(await readAll(10)).toBe(10);
  expect(pool.totalCount).toBeLessThanOrEqual(MOST_ALLOWED);
  vi.advanceTimersByTime(5_000);
  expect(await readAll(40)).toBe(40);
  expect(pool.totalCount).toBe(POOL_SIZE);
  await pool.end();
});

test('N22 without any connection the request fails at once', async () => {
  await allow(0);
  const { pool } = busyPool();
  await expect(pool.query('SELECT 1')).rejects.toMatchObject(REFUSED);
  const other = new Client({ connectionString: url });
  await expect(other.connect()).rejects.toMatchObject(REFUSED);
  expect(warnings).toEqual([]);
  await pool.end();
});
