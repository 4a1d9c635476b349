import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinedQuery } from '#/server/platform/db/joinedQuery.ts';
import { withClient, withTx } from '#/server/platform/db/tx.ts';
import { randomOf } from '../../../support/app/random.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const ROWS = 200;
const TASKS = 2000;
const AT_ONCE = 40;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ config: { poolSize: 4 } });
  await app.pool.query(`CREATE TABLE numbers AS SELECT id, 0 AS changes FROM generate_series(1, ${ROWS}) id`);
  await app.pool.query('ALTER TABLE numbers ADD PRIMARY KEY (id)');
});
afterAll(() => app.close());

interface NumberRow extends pg.QueryResultRow {
  id: number;
}

const READ = 'SELECT id FROM numbers WHERE id = $1';
const named = (id: number) => ({ name: 'numberOf', text: READ, values: [id] });
const change = (id: number) => ({
  name: 'changeNumber',
  text: 'UPDATE numbers SET changes = changes + 1 WHERE id = $1 RETURNING id',
  values: [id],
});
const idOf = ({ rows }: { rows: NumberRow[] }) => rows.map(({ id }) => id);
const wrong = (client: { query: (text: string, values: unknown[]) => Promise<unknown> }) =>
  client.query('SELECT 1 / (id - $1) FROM numbers WHERE id = $1', [1]).catch(() => undefined);

/** Each reads the row of its own number, in a way of its own; each gives back the ids that it was answered. */
const WAYS: readonly ((id: number) => Promise<number[]>)[] = [
  async (id) => idOf(await app.pool.query<NumberRow>(READ, [id])),
  async (id) => idOf(await app.pool.query<NumberRow>(change(id))),
  async (id) => idOf(await app.deps.db.execute<{ id: number }>(sql`SELECT id FROM numbers WHERE id = ${id}`)),
  async (id) => {
    await wrong(app.pool);
    return idOf(await app.pool.query<NumberRow>(named(id)));
  },
  (id) =>
    withTx(app.pool, async (_tx, client) => {
      const both = [client.query<NumberRow>(change(id)), client.query<NumberRow>(named(id))];
      const [first, second] = await Promise.all(both);
      return idOf(first!).concat(idOf(second!)).slice(1);
    }),
  (id) =>
    withClient(app.pool, async (client) => {
      await joinedQuery<NumberRow>(client, change(id), 'first');
      return idOf(await joinedQuery<NumberRow>(client, named(id), 'last'));
    }),
  // gives up while a statement is under way, and its connection goes to the next reader
  async (id) => {
    const given = withTx(app.pool, async (_tx, client) => {
      const ahead = wrong(client);
      const behind = client.query(named(id)).catch(() => undefined);
      await ahead;
      void behind;
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    return idOf(await app.pool.query<NumberRow>(READ, [id]));
  },
];

test('every answer belongs to its question, whatever else goes over the same connections', async () => {
  const random = randomOf(7);
  const tasks = Array.from(
    { length: TASKS },
    () => [random.below(WAYS.length), 1 + random.below(ROWS)] as const,
  );
  const others: unknown[] = [];
  const work = async () => {
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      const [way, id] = task;
      const answered = await WAYS[way]!(id);
      if (answered.length !== 1 || answered[0] !== id) others.push({ way, id, answered });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(others).toEqual([]);
});
