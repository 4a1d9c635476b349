import { join } from 'node:path';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { projectRoot } from '../projectRoot.ts';
import { startEmbedded, type EmbeddedLog } from './embedded.ts';

/** One server migrates, the others wait. */
const MIGRATION_LOCK = 7_241_002;
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_CONNECTION_MS = 300_000;

export interface Database {
  pool: Pool;
  db: NodePgDatabase;
  /** Ends the connections, and the embedded PostgreSQL when nobody else uses it. */
  close: () => Promise<void>;
}

/**
 * Opens DATABASE_URL or the embedded PostgreSQL, and brings its tables up to date.
 * @throws Error with a sentence for the operator
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'poolSize'>,
  log: EmbeddedLog,
): Promise<Database> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, log);
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl };
  const pool = openPool(connection, config.poolSize, log);
  const close = async () => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    await migrateDatabase(connection);
    return { pool, db: drizzle(pool), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A pool that outlives a restart of the database: an error nobody listens to would end the process. */
export function openPool(connection: PoolConfig, size: number, log: EmbeddedLog): Pool {
  const pool = new Pool({
    ...connection,
    max: size,
    application_name: 'one-rp',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // a new connection plans every statement anew
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // what a transaction sends without waiting goes out without waiting (tx.ts)
    pipeline: true,
  });
  const onError = (error: Error) => log.warn(`database connection lost: ${error.message}`);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Applies the migrations that are missing. */
export async function migrateDatabase(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await migrate(drizzle(client), { migrationsFolder: join(projectRoot, 'src/server/db/migrations') });
  } finally {
    await client.end();
  }
}
