import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#/server/platform/db/embedded.ts';
import { migrateDatabase } from '#/server/platform/db/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a user with the right to create databases. */
    adminUrl: string;
    /** A migrated, empty database to clone. */
    templateName: string;
  }
}

export interface TestDatabase {
  adminUrl: string;
  templateName: string;
  stop: () => Promise<void>;
}

let stopDatabase = () => Promise.resolve();

export const teardown = (): Promise<void> => stopDatabase();

/** One PostgreSQL for the whole run. */
export async function setup({ provide }: TestProject): Promise<void> {
  const { adminUrl, templateName, stop } = await startTestDatabase();
  provide('adminUrl', adminUrl);
  provide('templateName', templateName);
  stopDatabase = stop;
}

/** Uses TEST_DATABASE_URL, or starts PostgreSQL in a temporary folder, and creates the migrated template in it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env['TEST_DATABASE_URL'];
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-test-'));
  const quiet = { info: () => {}, warn: console.warn };
  const embedded = given ? undefined : await startEmbedded(folder, quiet);
  const adminUrl = given ?? socketUrl(embedded?.connection);
  if (!given) await forgoCrashSafety(adminUrl);
  const templateName = `one_rp_template_${process.pid}`;
  await query(adminUrl, `CREATE DATABASE ${templateName} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  await migrateDatabase({ connectionString: databaseUrl(adminUrl, templateName) });
  const stop = async () => {
    if (given) await query(adminUrl, `DROP DATABASE ${templateName} WITH (FORCE)`);
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { adminUrl, templateName, stop };
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
 * Lets PostgreSQL skip what only a crash of the machine would need: no test survives one, and the proofs that kill the
 * database start their own.
 */
async function forgoCrashSafety(adminUrl: string): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await query(adminUrl, `ALTER SYSTEM SET ${setting} = off`);
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
