import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { DATABASE_LIMITS, openDatabase, openPool } from '#/server/platform/db/open.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, open } from '../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../../../support/services/pgbouncer.ts';

const LIMITS = { ...DATABASE_LIMITS, statementMs: 2345, idleInTransactionMs: 3456 };
const quiet = { info: () => {}, warn: () => {} };

/** PostgreSQL itself shows what the client does; PgBouncer, where the machine has it, that it works there. */
const ways = hasPgbouncer ? ['PostgreSQL itself', 'PgBouncer'] : ['PostgreSQL itself'];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

describe.each(ways)('N10 a site with DATABASE_POOLER=transaction, through %s', (way) => {
  let pooler: Pgbouncer | undefined;
  let site: TestApp;
  let url: string;

  beforeAll(async () => {
    // two connections for many clients: whatever is kept on one shows at once
    pooler = way === 'PgBouncer' ? await startPgbouncer(app.databaseUrl, 2) : undefined;
    url = pooler?.url ?? app.databaseUrl;
    site = await createSibling(app, { isPooled: true, databaseLimits: LIMITS }, url);
  });
  afterAll(async () => {
    await site?.close();
    await pooler?.stop();
  });

  const settingOf = (name: string) => `SELECT current_setting('${name}') AS value`;

  test('sets its time limits in each transaction, and in each statement outside of one', async () => {
    const inTx = await withTx(site.pool, async (_, client) => [
      (await client.query<{ value: string }>(settingOf('statement_timeout'))).rows[0]?.value,
      (await client.query<{ value: string }>(settingOf('idle_in_transaction_session_timeout'))).rows[0]
        ?.value,
    ]);
    expect(inTx).toEqual(['2345ms', '3456ms']);
    const alone = await site.pool.query<{ value: string }>(settingOf('statement_timeout'));
    expect(alone.rows).toEqual([{ value: '2345ms' }]);
  });

  test('leaves no setting and no named statement behind', async () => {
    const statement = { name: 'a name', text: settingOf('statement_timeout') };
    await site.pool.query(statement);
    const plain = openPool({ connectionString: app.databaseUrl }, 1, quiet, LIMITS, { isPooled: true });
    const client = await plain.connect();
    await client.query('BEGIN');
    await client.query(statement);
    await client.query('COMMIT');
    await client.query('BEGIN');
    const { rows } = await client.query('SELECT name FROM pg_prepared_statements');
    await client.query('COMMIT');
    client.release();
    await plain.end();
    expect(rows).toEqual([]);
  });

  test('a statement outside of a transaction that fails says why, and the next one works', async () => {
    await expect(site.pool.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect((await site.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a statement longer than the limit is cancelled by PostgreSQL', async () => {
    await expect(site.pool.query('SELECT pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
  });

  test('fifty openings at once take each piece once', async () => {
    const player = await createPlayer(app.deps, { 1: 20 });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => open(site, player, { case_id: 1 }, `pooled-${way.length}-${at}`)),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    const { rows } = await app.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM coupons WHERE account_id = $1',
      [player.accountId],
    );
    expect(rows).toEqual([{ count: 20 }]);
  });

  test('N16 short reads at once share connections, and one that fails, fails alone', async () => {
    const text = 'SELECT 12 / $1::int AS value';
    const values = Array.from({ length: 40 }, (_, at) => (at === 7 ? 0 : (at % 4) + 1));
    const answers = await Promise.allSettled(
      values.map((value) =>
        site.pool.query<{ value: number }>({ name: shortRead('pooledRead'), text, values: [value] }),
      ),
    );
    const seen = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.rows[0]?.value : (answer.reason as { code: string }).code,
    );
    expect(seen).toEqual(values.map((value) => (value === 0 ? '22012' : Math.floor(12 / value))));
  });

  test('processes that start at once migrate one after the other', async () => {
    const waited: string[] = [];
    const starts = ['first', 'second', 'third'].map((name) =>
      migrateDatabase({ connectionString: app.databaseUrl }, { onWait: () => waited.push(name) }),
    );
    await Promise.all(starts);
    expect(waited.length).toBeLessThan(starts.length);
  });
});

/** Opens the database as a start of the site does. */
const openThrough = (databaseUrl: string, isDatabasePooled: boolean) =>
  openDatabase({ databaseUrl, isDatabasePooled, dataDir: '', poolSize: 2 }, quiet);

if (hasPgbouncer)
  test.each([
    { settings: '', what: 'refuses the time limits of a connection' },
    {
      settings: 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
      what: 'drops the time limits of a connection',
    },
  ])('N10 a pooler that was not named and $what is refused with a sentence', async ({ settings }) => {
    const pooler = await startPgbouncer(app.databaseUrl, 4, settings);
    await expect(openThrough(pooler.url, false)).rejects.toThrow(/Set DATABASE_POOLER=transaction/);
    const opened = await openThrough(pooler.url, true);
    await opened.close();
    await pooler.stop();
  });
