import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { cashBackCause } from '#/server/domain/referral/cashBack.ts';
import { databaseUrl, query } from '../../../support/app/postgres.ts';
import { explain } from '../../../support/tools/explain.ts';
import { recordStatements } from '../../../support/tools/recordStatements.ts';

/** The files that look for the beginning of a text, and what serves them in every collation. */
const BY_BEGINNING: Record<string, string> = {
  'areas/operator/discounts/listDiscounts.ts': 'discount_codes_prefix',
  'areas/operator/orders/search.ts': 'accounts_login_prefix',
  'areas/operator/players/listPlayers.ts': 'accounts_login_prefix',
  'areas/operator/site/showFairness.ts': 'the table has a row for each book',
  'domain/books/fairInvariants.ts': 'rows of a slice are filtered',
  'domain/deliveries/gameAlarms.ts': 'the pattern is that of a column',
};

let name: string;
let pool: Pool;
beforeAll(async () => {
  name = `one_rp_icu_${randomUUID().replaceAll('-', '')}`;
  await query(
    inject('adminUrl'),
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
  );
  const connectionString = databaseUrl(inject('adminUrl'), name);
  await migrateDatabase({ connectionString });
  pool = new Pool({ connectionString, max: 2 });
  pool.on('error', () => {});
  await pool.query(`INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id, created_at)
    SELECT (SELECT min(id) FROM ledger_accounts), (SELECT max(id) FROM ledger_accounts), 1, 'cashBack', 'cashBack', ref, now()
    FROM generate_series(1, 3000) n
    CROSS JOIN LATERAL unnest(CASE n % 3 WHEN 0 THEN ARRAY[n || '', n || ':2', n || ':3'] ELSE ARRAY[n || ''] END) ref`);
  await pool.query(`INSERT INTO discount_codes (code, percent_basis_points)
    SELECT 'CODE-' || n, 1000 FROM generate_series(1, 3000) n`);
  await pool.query('ANALYZE');
});
afterAll(async () => {
  await pool.end();
  await query(inject('adminUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
});

test('RF2 N10 the cause of a cash-back is counted right and found by the index in every collation', async () => {
  const db = drizzle(pool);
  const refOf = async (orderId: number, coming: 0 | 1) => (await cashBackCause(db, orderId, coming)).refId;
  expect([await refOf(3, 0), await refOf(3, 1), await refOf(30, 1)]).toEqual(['3:3', '3:4', '30:4']);
  expect([await refOf(1, 0), await refOf(1, 1), await refOf(4000, 1)]).toEqual(['1', '1:2', '4000']);
  const [statement] = await recordStatements(() => cashBackCause(db, 3, 1));
  const { accesses } = await explain(pool, statement!);
  const rows = accesses.filter(({ table }) => table === 'ledger_transfers').map((access) => access.rows);
  expect(rows.length).toBeGreaterThan(0);
  for (const read of rows) expect(read).toBeLessThan(5);
});

test('N10 a code is found by its beginning in every collation', async () => {
  const statement = { text: `SELECT code FROM discount_codes WHERE code LIKE 'CODE-299%'`, values: [] };
  const { accesses } = await explain(pool, statement);
  expect(accesses.find(({ table }) => table === 'discount_codes')!.rows).toBeLessThan(20);
  const { rows } = await pool.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index i JOIN pg_opclass o ON o.oid = ANY(i.indclass::oid[])
     WHERE o.opcname = 'text_pattern_ops' ORDER BY 1`,
  );
  expect(rows.map((row) => row.name)).toEqual(['accounts_login_prefix', 'discount_codes_prefix']);
});

test('N10 no other code looks for the beginning of a text', () => {
  const folder = join(projectRoot, 'src/server');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // tables are judged by their checks; test payments run on the embedded database, whose collation is C
    .filter((file) => file.endsWith('.ts') && !/^(platform\/db|demo|adapters\/payments\/sandbox)/.test(file))
    .filter((file) => / LIKE |starts_with\(/.test(readFileSync(join(folder, file), 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(BY_BEGINNING));
});
