import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { databaseUrl, query } from '../../../support/app/postgres.ts';

/* A site from before draws were named by their tree takes the migration with its closed days. */

const MIGRATION = '0009_fair_days';
const NAME = `one_rp_older_${process.pid}_${Date.now()}`;
const folder = mkdtempSync(join(tmpdir(), 'one-rp-migrations-'));
let client: Client;

beforeAll(async () => {
  await query(inject('adminUrl'), `CREATE DATABASE ${NAME} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  const url = databaseUrl(inject('adminUrl'), NAME);
  client = new Client({ connectionString: url });
  await client.connect();
  cpSync(join(projectRoot, 'src/server/platform/db/migrations'), folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex(({ tag }) => tag === MIGRATION);
  expect(end).toBeGreaterThan(0);
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  await migrate(drizzle(client), { migrationsFolder: folder });
  // 5 draws on each side of a midnight, two of them mixed, and one that came after its day had been closed
  await client.query(`
    SET session_replication_role = replica;
    INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
      SELECT 1, at, 's', 'player', 1, 'odds', 0, 1,
        timestamptz '2026-01-15 12:00Z' + CASE WHEN at IN (4, 6, 7, 8, 9) THEN interval '1 day' ELSE interval '0' END
      FROM generate_series(0, 9) at ORDER BY at;
    INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
      VALUES (1, 10, 's', 'player', 1, 'odds', 0, 1, '2026-01-15 13:00Z');
    INSERT INTO draw_days (day, draws, root, previous_root, tree_root, created_at)
      VALUES ('2026-01-15', 5, 'a', NULL, 't', now()), ('2026-01-16', 5, 'b', 'a', 't', now());
    INSERT INTO draw_day_parts (day, part, first_draw_id, last_draw_id, root)
      VALUES ('2026-01-15', 0, 1, 6, 't'), ('2026-01-16', 0, 5, 10, 't');
    SET session_replication_role = origin`);
  await migrateDatabase({ connectionString: url });
});
afterAll(async () => {
  await client.end();
  await query(inject('adminUrl'), `DROP DATABASE ${NAME} WITH (FORCE)`);
  rmSync(folder, { recursive: true });
});

describe('SE11 a site with days that were closed before', () => {
  test('every draw keeps the tree that it was in, and one that was in none waits for the next', async () => {
    const { rows } = await client.query<{ day: string; ids: string[] }>(
      'SELECT day::text, array_agg(draw_id::text ORDER BY draw_id) AS ids FROM draw_leaves GROUP BY day ORDER BY day',
    );
    expect(rows).toEqual([
      { day: '2026-01-15', ids: ['1', '2', '3', '4', '6'] },
      { day: '2026-01-16', ids: ['5', '7', '8', '9', '10'] },
    ]);
  });

  test('an older server that is still running closes no day by its own rule', async () => {
    const older = `INSERT INTO draw_days (day, draws, root, previous_root, tree_root, created_at)
      VALUES ('2026-01-17', 1, 'c', 'b', 't', now())`;
    await expect(client.query(older)).rejects.toThrow('settled_draw_id');
  });

  test('which tree a draw is in is never changed', async () => {
    for (const change of ['UPDATE draw_leaves SET day = day', 'DELETE FROM draw_leaves'])
      await expect(client.query(change)).rejects.toThrow('append-only');
  });
});
