import { join } from 'node:path';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, type Pool, type PoolConfig } from 'pg';
import type { Config } from '#/server/platform/config/config.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { CheckedPool } from './checkedPool.ts';
import { startEmbedded, type EmbeddedLog } from './embedded.ts';

/** Advisory lock: one server migrates, and the others wait. */
const MIGRATION_LOCK = 7_241_002;
/**
 * Deadline of the migrations. It is long, because they may rewrite large tables or wait for another server; but a
 * silent database must not hold a start for ever.
 */
const MIGRATION_TIMEOUT_MS = 15 * 60_000;
/** Time limit for closing the pool. Connections that are still in use then end with the process. */
const CLOSE_TIMEOUT_MS = 3000;
const IDLE_CONNECTION_MS = 300_000;
/** After this idle time the kernel checks a connection, and drops it about 10 s later if the other end is gone. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/**
 * Time limits of the database. Waiting for a connection and one statement together stay below the time limits of HTTP.
 */
export interface DatabaseLimits {
  /** PostgreSQL cancels a longer statement and rolls back its transaction; the connection stays. */
  statementMs: number;
  /**
   * If a statement gets no answer for this long, its connection is destroyed. It exceeds `statementMs`, so it affects
   * only silent connections.
   */
  queryMs: number;
  /** Time limit for getting a connection from the pool or opening a new one. */
  connectMs: number;
  /** PostgreSQL ends a transaction whose server sends nothing for this long, so that its locks are released. */
  idleInTransactionMs: number;
  /** A connection that was idle for longer is checked before use. */
  checkAfterIdleMs: number;
  checkMs: number;
}

export const DATABASE_LIMITS: DatabaseLimits = {
  statementMs: 10_000,
  queryMs: 12_000,
  connectMs: 5000,
  idleInTransactionMs: 10_000,
  checkAfterIdleMs: 30_000,
  checkMs: 2000,
};

/** Time limits of an operator's command: nobody waits at a browser, and checking the books of years takes long. */
export const COMMAND_LIMITS: DatabaseLimits = {
  ...DATABASE_LIMITS,
  statementMs: 10 * 60_000,
  queryMs: 11 * 60_000,
  connectMs: 60_000,
  idleInTransactionMs: 60_000,
};

export interface Database {
  pool: Pool;
  db: NodePgDatabase;
  /** Closes the connections, and stops the embedded PostgreSQL if no other server uses it. */
  close: () => Promise<void>;
}

/**
 * Opens DATABASE_URL or the embedded PostgreSQL, and applies missing migrations.
 * @throws Error with a sentence for the operator
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'poolSize'>,
  log: EmbeddedLog,
  limits: DatabaseLimits = DATABASE_LIMITS,
): Promise<Database> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, log);
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl };
  const pool = openPool(connection, config.poolSize, log, limits);
  const close = async () => {
    await Promise.race([pool.end(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    await embedded?.stop();
  };
  try {
    await migrateDatabase(connection, limits);
    return { pool, db: drizzle(pool), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens a pool that survives a restart of the database: an error event without a listener would end the process. A
 * query without an answer is rejected and its connection destroyed, so that nobody gets a connection in an unknown
 * state.
 */
export function openPool(
  connection: PoolConfig,
  size: number,
  log: EmbeddedLog,
  limits: DatabaseLimits = DATABASE_LIMITS,
): Pool {
  const config: PoolConfig = {
    ...connection,
    max: size,
    application_name: 'one-rp',
    statement_timeout: limits.statementMs,
    // with `pipeline` pg destroys the connection of a query that timed out
    query_timeout: limits.queryMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // connections are kept, because a new one plans every statement anew
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // statements that a transaction sends without waiting are pipelined (tx.ts)
    pipeline: true,
  };
  const pool = new CheckedPool(config, { afterMs: limits.checkAfterIdleMs, timeoutMs: limits.checkMs });
  const onError = (error: Error) => log.warn(`database connection lost: ${error.message}`);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Applies the missing migrations. */
export async function migrateDatabase(
  connection: ClientConfig,
  limits: Pick<DatabaseLimits, 'connectMs'> = DATABASE_LIMITS,
): Promise<void> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: MIGRATION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await migrate(drizzle(client), {
      migrationsFolder: join(projectRoot, 'src/server/platform/db/migrations'),
    });
  } finally {
    await client.end();
  }
}
