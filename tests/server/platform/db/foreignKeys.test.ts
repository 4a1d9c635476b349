import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

/*
 * PostgreSQL looks for rows that refer to a deleted one. Without an index that begins with the referring columns, it
 * reads the whole table for each deleted row.
 */

/** Tables whose rows the site never deletes, besides those with the trigger `append_only`, and the reason. */
const NEVER_DELETED: Record<string, string> = {
  servers: 'the catalogue only changes them',
  products: 'the catalogue only withdraws them',
  cases: 'the catalogue only withdraws them',
  case_items: 'draws refer to them for ever',
  goods: 'the catalogue only withdraws them',
  payment_groups: 'the catalogue only changes them',
  referral_milestones: 'the catalogue only withdraws them',
  discount_codes: 'operators only end them',
  orders: 'their history is kept',
  payment_events: 'they are kept, applied or not',
  payouts: 'the books of the shop are kept',
  coupons: 'each belongs to a draw',
  deliveries: 'their history is kept',
  game_keys: 'they are only revoked',
  game_ledgers: 'they are only retired',
  operators: 'the audit names them, so they are only switched off',
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The tables to which foreign keys refer, each with those of its foreign keys that no index serves. */
async function referredTables(): Promise<Map<string, string[]>> {
  const { rows } = await app.pool.query<{ table: string; slow: string[] }>(
    `SELECT f.confrelid::regclass::text AS table, coalesce(array_agg(f.conrelid::regclass || '.' || columns.names)
       FILTER (WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = f.conrelid AND i.indisvalid
         AND (SELECT amname FROM pg_class x JOIN pg_am ON pg_am.oid = x.relam WHERE x.oid = i.indexrelid) = 'btree'
         AND (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
         AND (i.indpred IS NULL
           OR pg_get_expr(i.indpred, i.indrelid) = '(' || columns.names || ' IS NOT NULL)'))), '{}') AS slow
     FROM pg_constraint f CROSS JOIN LATERAL (
       SELECT string_agg(attname, ',' ORDER BY attnum) AS names FROM pg_attribute
       WHERE attrelid = f.conrelid AND attnum = ANY(f.conkey)) columns
     WHERE f.contype = 'f' GROUP BY 1 ORDER BY 1`,
  );
  return new Map(rows.map(({ table, slow }) => [table, slow]));
}

async function appendOnlyTables(): Promise<string[]> {
  const { rows } = await app.pool.query<{ table: string }>(
    `SELECT tgrelid::regclass::text AS table FROM pg_trigger WHERE tgname = 'append_only'`,
  );
  return rows.map(({ table }) => table);
}

/** The names of tables, as SQL or TypeScript writes them, from which some code of the server deletes. */
function deletedNames(): Set<string> {
  const folder = join(projectRoot, 'src/server');
  const found = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name] of text.matchAll(/DELETE FROM (\w+)/g)) found.add(name!);
    for (const [, name] of text.matchAll(/\.delete\((\w+)\)/g)) found.add(name!);
    // the tables of a loop, and of the rules of the clean-up
    for (const [, names] of text.matchAll(/for \(const table of \[([^\]]+)\]/g))
      for (const name of names!.split(',')) found.add(name.trim());
    if (/DELETE FROM \$\{table\}/.test(text))
      for (const [, name] of text.matchAll(/'([a-z_]+)'/g)) found.add(name!);
  }
  return found;
}

const inTypeScript = (table: string) =>
  table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

test('AC6 deleting a row reads no table that refers to it as a whole', async () => {
  const appendOnly = await appendOnlyTables();
  const slow = [...(await referredTables())]
    .filter(([table]) => !(table in NEVER_DELETED) && !appendOnly.includes(table))
    .flatMap(([, keys]) => keys);
  expect(slow).toEqual([]);
});

test('AC6 no code deletes from a table that counts as never deleted', async () => {
  const deleted = deletedNames();
  // the ways in which code deletes are recognised
  for (const name of ['accounts', 'fairEpochs', 'knownDevices', 'carts', 'sandbox_payments', 'request_keys'])
    expect(deleted).toContain(name);
  const referred = await referredTables();
  expect(Object.keys(NEVER_DELETED).filter((table) => !referred.has(table))).toEqual([]);
  for (const table of Object.keys(NEVER_DELETED))
    expect([table, deleted.has(table) || deleted.has(inTypeScript(table))]).toEqual([table, false]);
});
