import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinedQuery } from '#/server/platform/db/joinedQuery.ts';
import { withClient, withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
let client: pg.PoolClient;

beforeAll(async () => {
  app = await createTestApp();
  client = await app.pool.connect();
  await app.pool.query('CREATE TABLE marks (mark integer PRIMARY KEY)');
});
afterAll(async () => {
  client.release();
  await app.close();
});

const mark = (value: number) => ({
  name: 'mark',
  text: 'INSERT INTO marks VALUES ($1) RETURNING mark',
  values: [value],
});
const marks = async () =>
  (await app.pool.query<{ mark: number }>('SELECT mark FROM marks ORDER BY mark')).rows.map(
    (row) => row.mark,
  );

describe('a statement with its BEGIN or its COMMIT', () => {
  test('the first opens the transaction, the last ends it, and both answer their rows', async () => {
    const first = await joinedQuery<{ mark: number }>(client, mark(1), 'first');
    expect(first.rows).toEqual([{ mark: 1 }]);
    expect(client.getTransactionStatus()).toBe('T');
    expect(await marks()).toEqual([]);
    const last = await joinedQuery<{ mark: number }>(client, mark(2), 'last');
    expect(last.rows).toEqual([{ mark: 2 }]);
    expect(client.getTransactionStatus()).toBe('I');
    expect(await marks()).toEqual([1, 2]);
  });

  test('a last one that fails commits nothing of what went before', async () => {
    await joinedQuery(client, mark(3), 'first');
    await expect(joinedQuery(client, mark(3), 'last')).rejects.toMatchObject({ code: '23505' });
    // the error comes before the message that tells the state
    await expect.poll(() => client.getTransactionStatus()).toBe('E');
    await client.query('ROLLBACK');
    expect(await marks()).toEqual([1, 2]);
  });

  test.each(['first', 'last'] as const)(
    'one that cannot be parsed (%s) leaves the connection fit for the same statement later',
    async (place) => {
      const later = { name: `later-${place}`, text: `SELECT 1 AS one FROM later_${place}`, values: [] };
      if (place === 'last') await client.query('BEGIN');
      await expect(joinedQuery(client, later, place)).rejects.toMatchObject({ code: '42P01' });
      await client.query('ROLLBACK');
      await app.pool.query(`CREATE TABLE later_${place} AS SELECT 1`);
      if (place === 'last') await client.query('BEGIN');
      const { rows } = await joinedQuery(client, later, place);
      expect(rows).toEqual([{ one: 1 }]);
      await client.query('ROLLBACK');
    },
  );

  test('what a piece of work leaves open is rolled back', async () => {
    await withClient(app.pool, (other) => joinedQuery(other, mark(4), 'first'));
    expect(await marks()).toEqual([1, 2]);
  });
});

test('a transaction inside a transaction is an error, not a wait for ever', async () => {
  const nested = withTx(app.pool, () => withTx(app.pool, () => Promise.resolve()));
  await expect(nested).rejects.toThrow('a transaction inside a transaction');
});
