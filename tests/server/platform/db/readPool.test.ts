import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPool } from '#/server/platform/db/open.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const ONE_LOAN = 16;
const READ = { name: shortRead('testRead'), text: 'SELECT pg_backend_pid() AS pid, 12 / $1::int AS value' };
const SLOW = { name: shortRead('testSlow'), text: 'SELECT pg_backend_pid() AS pid FROM pg_sleep(0.2)' };

interface Row {
  pid: number;
  value: number;
}

const quiet = { info: () => {}, warn: () => {} };
let app: TestApp;
let pool: Pool;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => {
  // a moment lasts until a test lets time pass
  vi.useFakeTimers({ toFake: ['performance'] });
  pool = openPool({ connectionString: app.databaseUrl }, 5, quiet);
});
afterEach(async () => {
  vi.useRealTimers();
  await pool.end();
});
afterAll(() => app.close());

const read = async (value = 1) => (await pool.query<Row>(READ, [value])).rows[0]!;
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));
const pidsOf = (rows: readonly Row[]) => new Set(rows.map(({ pid }) => pid));

describe('N16 short reads share a connection', () => {
  test('those of a moment, up to sixteen', async () => {
    expect(pidsOf(await times(ONE_LOAN, read)).size).toBe(1);
    expect(pidsOf(await times(ONE_LOAN + 1, read)).size).toBe(2);
    expect([pool.totalCount, pool.idleCount]).toEqual([2, 2]);
  });

  test('other statements have connections of their own', async () => {
    const other = { ...READ, name: 'testOther' };
    const answers = await times(2, () => pool.query<Row>(other, [1]));
    expect(pidsOf(answers.map(({ rows }) => rows[0]!)).size).toBe(2);
  });

  test('a slow one delays only those of its moment', async () => {
    const slow = pool.query<Row>(SLOW);
    const same = read();
    vi.advanceTimersByTime(2);
    const later = await read();
    const [{ rows }, { pid }] = [await slow, await same];
    expect([pid === rows[0]!.pid, later.pid === pid]).toEqual([true, false]);
  });

  test('one that fails, fails alone', async () => {
    const answers = await Promise.allSettled([read(1), read(0), read(2)]);
    expect(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.value : answer.reason.code)),
    ).toEqual([12, '22012', 6]);
    expect((await read(3)).value).toBe(4);
  });

  test('after their connection is lost, the next ones are answered', async () => {
    const { pid } = await read();
    const lost = [pool.query(SLOW), ...Array.from({ length: 3 }, () => read())];
    const outcomes = Promise.allSettled(lost);
    await app.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    expect((await outcomes).map(({ status }) => status)).toEqual(lost.map(() => 'rejected'));
    expect((await read()).pid).not.toBe(pid);
    expect([pool.totalCount, pool.waitingCount]).toEqual([1, 0]);
  });
});
