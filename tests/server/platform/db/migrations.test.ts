import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { typedOrderNumber } from '#/server/domain/orders/orderNumber.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { databaseUrl, query } from '../../../support/app/postgres.ts';

/** The secret of the sites whose databases are kept as files. */
const SECRET_KEY = onlyKey(createHash('sha256').update('the secret of the tests').digest());

const SITES = join(projectRoot, 'tests/support/app/sites');
const MIGRATIONS = join(projectRoot, 'src/server/platform/db/migrations');
/** Sites as earlier versions left them, by the number of their last migration. */
const sites = readdirSync(SITES).map((file) => ({
  file,
  last: Number(/^site(\d{4})\.json$/.exec(file)?.[1]),
}));

type Rows = Record<string, object[]>;

let name: string;
let connectionString: string;
let pool: Pool;
let made = 0;
beforeEach(async () => {
  name = `one_rp_old_${process.pid}_${made++}`;
  await query(inject('adminUrl'), `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  connectionString = databaseUrl(inject('adminUrl'), name);
  pool = new Pool({ connectionString, max: 4 });
  pool.on('error', () => {});
});
afterEach(async () => {
  await pool.end();
  await query(inject('adminUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
});

/** Makes the tables as the migrations up to a number leave them. */
async function migrateUpTo(last: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number }[] };
  const entries = journal.entries.filter(({ idx }) => idx <= last);
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  await migrate(drizzle(pool), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
}

/** Fills the tables with a site's rows, as a restored backup does. */
async function restore(rows: Rows): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  for (const [table, content] of Object.entries(rows)) {
    await client.query(`DELETE FROM ${table}`);
    await client.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(content)],
    );
    if ('id' in content[0]! && typeof content[0].id === 'number')
      await client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM ${table}))`, [
        table,
      ]);
  }
  await client.query('COMMIT');
  await client.end();
}

async function countRows(tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await pool.query<{ count: number }>(
      // a migration writes facts anew, and divides house accounts into parts
      `SELECT count(*)::int AS count FROM ${table} t WHERE to_jsonb(t) ->> 'kind' IS DISTINCT FROM 'set'
        AND ('${table}' <> 'ledger_accounts' OR coalesce(to_jsonb(t) ->> 'part', '0') = '0')`,
    );
    counts[table] = rows[0]!.count;
  }
  return counts;
}

describe.each(sites)('T26 the site of $file', ({ file, last }) => {
  const rows = JSON.parse(readFileSync(join(SITES, file), 'utf8')) as Rows;
  const tables = Object.keys(rows);

  beforeEach(async () => {
    await migrateUpTo(last);
    await restore(rows);
  });

  test('is taken over without the loss of a row, and all that must be true of it is', async () => {
    const before = await countRows(tables);
    await migrateDatabase({ connectionString });
    expect(await countRows(tables)).toEqual(before);
    expect(await brokenInvariants(pool)).toEqual({});
    expect(await differingDraws(pool, SECRET_KEY)).toEqual([]);
  });

  test('S18 gives every order a number of its own', async () => {
    await migrateDatabase({ connectionString });
    const found = await pool.query<{ number: string }>('SELECT number FROM orders');
    const numbers = found.rows.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(rows['orders']!.length);
    for (const number of numbers) expect(typedOrderNumber(number)).toBe(number);
  });

  test('is as it was when its migration is cut off, and is taken over by the next start', async () => {
    const before = await countRows(tables);
    // the migration waits for this lock until its connection is ended
    const holder = new Client({ connectionString });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE accounts, orders, audit IN ACCESS EXCLUSIVE MODE');
    const cut = migrateDatabase({ connectionString }).then(
      () => 'done',
      () => 'cut off',
    );
    const waiting = async () => {
      // asked outside of the holder's transaction, in which the answer would never change
      const found = await pool.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`,
        [name],
      );
      return found.rows[0]?.pid;
    };
    const isOver = Promise.race([cut, expect.poll(waiting).toBeDefined()]);
    await isOver.catch(() => {});
    await holder.query(
      // the migration's alone: the test goes on with its own
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`,
      [name],
    );
    await holder.query('ROLLBACK');
    await holder.end();
    await cut;
    expect(await countRows(tables)).toEqual(before);
    await migrateDatabase({ connectionString });
    expect(await brokenInvariants(pool)).toEqual({});
  });
});

test('N10 a migration that waits for a table lets everybody else through to it', async () => {
  await migrateUpTo(62);
  // as a dump holds every table until it is done
  const dump = new Client({ connectionString });
  await dump.connect();
  await dump.query('BEGIN; LOCK TABLE player_news IN ACCESS SHARE MODE');
  let told = 0;
  const options = { tableWaitMs: 50, tablePauseMs: 10, onInUse: () => void told++ };
  const migrated = migrateDatabase({ connectionString }, options);
  await expect.poll(() => told).toBe(1);
  for (let reads = 0; reads < 50; reads++) await pool.query('SELECT FROM player_news');
  await dump.query('COMMIT');
  await dump.end();
  await migrated;
  expect(told).toBe(1);
  const { rows } = await pool.query<{ made: string }>(`SELECT to_regclass('terms_notices') AS made`);
  expect(rows[0]!.made).toBe('terms_notices');
});

test('D12 what an earlier version took of an order is given again under the table of today', async () => {
  const rows = JSON.parse(readFileSync(join(SITES, 'site0005.json'), 'utf8')) as Rows;
  await migrateUpTo(5);
  await restore(rows);
  await migrateUpTo(11);
  const [order] = rows['orders'] as { id: number; account_id: number }[];
  const delivery = `INSERT INTO deliveries (public_id, account_id, server_key, kind, code, count, reason, ref_type, ref_id,
    state, created_at, done_at) VALUES ($1, $2, 'everest', $3, $4, 2, 'order', 'order', $5, $6, now(), $7) RETURNING id`;
  const insert = async (kind: string, code: string, state: string) => {
    const doneAt = state === 'done' ? new Date() : null;
    const values = [`${kind}-${code}`, order!.account_id, kind, code, String(order!.id), state, doneAt];
    return Number((await pool.query<{ id: string }>(delivery, values)).rows[0]!.id);
  };
  const cancelled = await insert('give', 'name_change', 'cancelled');
  const given = await insert('give', 'garage_slot', 'done');
  const revoked = await insert('revoke', 'garage_slot', 'waiting');
  const taken = { coins: 0, debt: 0, lots: [], premiumMs: 0, cancelled: [cancelled], revoked: [revoked] };
  await pool.query('UPDATE orders SET taken = $2 WHERE id = $1', [order!.id, JSON.stringify(taken)]);
  await migrateDatabase({ connectionString });
  const after = await pool.query<{ taken: object }>('SELECT taken FROM orders WHERE id = $1', [order!.id]);
  const thing = { count: 2, params: {}, needsOnline: true };
  expect(after.rows[0]!.taken).toEqual({
    coins: 0,
    debt: 0,
    lots: [],
    premiumMs: 0,
    game: [
      { code: 'name_change', ...thing },
      { code: 'garage_slot', ...thing },
    ],
  });
  const { rows: links } = await pool.query('SELECT revokes_id FROM deliveries WHERE id = $1', [revoked]);
  expect(links).toEqual([{ revokes_id: String(given) }]);
  const { rows: moves } = await pool.query(
    `SELECT string_agg(to_state, ' ' ORDER BY version) AS path FROM delivery_moves GROUP BY delivery_id
     HAVING delivery_id = ANY($1) ORDER BY delivery_id`,
    [[cancelled, given, revoked]],
  );
  expect(moves).toEqual([{ path: 'waiting cancelled' }, { path: 'waiting done' }, { path: 'waiting' }]);
});

test('O14 an account that was blocked before blocks had a scope stays blocked in all, and has no session', async () => {
  await migrateUpTo(30);
  const rows = JSON.parse(readFileSync(join(SITES, 'site0005.json'), 'utf8')) as Rows;
  await restore({ servers: rows['servers']! });
  const account = `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, status)
    VALUES ('everest', $1, $1 || '@example.org', 'none', $1, $2) RETURNING id`;
  const session = `INSERT INTO sessions (account_id, kind, token_hash, created_at, last_seen_at, expires_at)
    VALUES ($1, 'bearer', sha256(convert_to($1::bigint::text, 'UTF8')), now(), now(), now() + interval '1 day')`;
  for (const status of ['active', 'blocked']) {
    const made = await pool.query<{ id: string }>(account, [`one${status}`, status]);
    await pool.query(session, [made.rows[0]!.id]);
  }
  await migrateDatabase({ connectionString });
  const { rows: after } = await pool.query(
    `SELECT a.login, a.status, s.ended_at IS NOT NULL AS "isOut",
       (SELECT count(DISTINCT scope)::int FROM account_blocks b WHERE b.account_id = a.id) AS scopes
     FROM accounts a JOIN sessions s ON s.account_id = a.id ORDER BY a.id`,
  );
  expect(after).toEqual([
    { login: 'oneactive', status: 'active', isOut: false, scopes: 0 },
    { login: 'oneblocked', status: 'active', isOut: true, scopes: 6 },
  ]);
});
