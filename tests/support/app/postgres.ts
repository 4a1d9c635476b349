import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#/server/platform/db/embedded.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { testCatalogue } from '../catalogue/testCatalogue.ts';
import { fastestFolder } from './dataDir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a user with the right to create databases. */
    adminUrl: string;
    /** The databases to clone. */
    templates: Templates;
  }
}

/** Names of migrated databases. */
interface Templates {
  /** Without servers, cases and goods. */
  empty: string;
  /** With the test catalogue. */
  catalogue: string;
}

export interface TestDatabase {
  adminUrl: string;
  templates: Templates;
  stop: () => Promise<void>;
}

/** Kept small, because it may lie in memory. */
const MAX_WAL = '256MB';

let stopDatabase = () => Promise.resolve();

export const teardown = (): Promise<void> => stopDatabase();

/** One PostgreSQL for the whole run. */
export async function setup({ provide }: TestProject): Promise<void> {
  const { adminUrl, templates, stop } = await startTestDatabase();
  provide('adminUrl', adminUrl);
  provide('templates', templates);
  stopDatabase = stop;
}

/** Uses TEST_DATABASE_URL, or starts PostgreSQL in a temporary folder, and creates the templates in it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env['TEST_DATABASE_URL'];
  const folder = given ? undefined : mkdtempSync(join(fastestFolder(), 'one-rp-test-'));
  const quiet = { info: () => {}, warn: console.warn };
  const embedded = folder ? await startEmbedded(folder, quiet) : undefined;
  const adminUrl = given ?? socketUrl(embedded?.connection);
  if (!given) await forgoUpkeep(adminUrl);
  const templates = await createTemplates(adminUrl);
  const stop = async () => {
    if (given) for (const name of Object.values(templates)) await dropDatabase(adminUrl, name);
    await embedded?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
  return { adminUrl, templates, stop };
}

async function createTemplates(adminUrl: string): Promise<Templates> {
  const empty = `one_rp_template_${process.pid}`;
  const catalogue = `${empty}_catalogue`;
  await query(adminUrl, `CREATE DATABASE ${empty} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  await migrateDatabase({ connectionString: databaseUrl(adminUrl, empty) });
  await cloneDatabase(adminUrl, catalogue, empty);
  const pool = new Pool({ connectionString: databaseUrl(adminUrl, catalogue), max: 1 });
  await importCatalogue(pool, testCatalogue);
  await pool.end();
  return { empty, catalogue };
}

/**
 * Creates a database as a copy of a template's files, because copying by the write-ahead log takes five times as
 * long.
 */
export async function cloneDatabase(adminUrl: string, name: string, template: string): Promise<void> {
  await adminPool(adminUrl).query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await adminPool(adminUrl).query(`DROP DATABASE ${name} WITH (FORCE)`);
}

const adminPools = new Map<string, Pool>();

/** Keeps a connection for the next database, because starting one takes as long as copying a template. */
function adminPool(adminUrl: string): Pool {
  const known = adminPools.get(adminUrl);
  if (known) return known;
  const pool = new Pool({ connectionString: adminUrl, allowExitOnIdle: true });
  // the server may stop before its idle connections end
  pool.on('error', () => {});
  adminPools.set(adminUrl, pool);
  return pool;
}

function socketUrl(
  connection: { host: string; port: number; user: string; database: string } | undefined,
): string {
  if (!connection) throw new Error('no database');
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** The address of another database on the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Turns off PostgreSQL's protection against crashes, its upkeep and its parallel workers. No test survives a crash, the
 * databases live for seconds, and the proofs that kill the database start their own. Starting workers for a small table
 * that PostgreSQL knows nothing about takes fifty times as long as reading it.
 */
async function forgoUpkeep(adminUrl: string): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await query(adminUrl, `ALTER SYSTEM SET ${setting} = off`);
  await query(adminUrl, 'ALTER SYSTEM SET max_parallel_workers_per_gather = 0');
  await query(adminUrl, `ALTER SYSTEM SET max_wal_size = '${MAX_WAL}'`);
  await query(adminUrl, 'SELECT pg_reload_conf()');
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
