import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, type Pool, type PoolConfig } from 'pg';
import type { Config } from '#/server/platform/config/config.ts';
import { watchCommits, withWholeCommits } from './commitWatch.ts';
import { startEmbedded, type EmbeddedLog } from './embedded.ts';
import { KEEP_ALIVE_DELAY_MS, migrateDatabase } from './migrate.ts';
import { behindPooler } from './poolerClient.ts';
import { followPrimary, hostUrls, type Primary, toPrimary } from './primary.ts';
import { ReadPool } from './readPool.ts';
import { openReplica, type Replica } from './replica.ts';

/** Time limit for closing the pool. Connections that are still in use then end with the process. */
const CLOSE_TIMEOUT_MS = 3000;
const IDLE_CONNECTION_MS = 300_000;
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
  /** Set if DATABASE_REPLICA_URL is. */
  replica?: Replica;
  /** Whether commits wait for a standby that is away, so that no effect may run (N14). */
  areCommitsWaiting: () => boolean;
  /** Closes the connections, and stops the embedded PostgreSQL if no other server uses it. */
  close: () => Promise<void>;
}

/** How the database is reached, besides its address. */
export interface DatabaseRoute {
  /** Whether a pooler lends its connections for one transaction only. */
  isPooled?: boolean;
  /** Set if the address has several hosts. */
  primary?: Primary;
}

type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'isDatabasePooled' | 'dataDir' | 'poolSize'
>;

/**
 * Opens DATABASE_URL or the embedded PostgreSQL, and applies missing migrations (N10).
 * @throws Error with a sentence for the operator
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: EmbeddedLog,
  limits: DatabaseLimits = DATABASE_LIMITS,
): Promise<Database> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, log);
  const primary = await primaryOf(config.databaseUrl, log);
  const connection = embedded?.connection ?? { connectionString: primary?.url() ?? config.databaseUrl };
  const route = { isPooled: config.isDatabasePooled, ...(primary && { primary }) };
  const pool = openPool(connection, config.poolSize, log, limits, route);
  const commits = watchCommits(pool, log, { onLong: primary?.seek });
  const replica =
    config.databaseReplicaUrl === undefined
      ? undefined
      : openReplica(config.databaseReplicaUrl, log, { isPooled: config.isDatabasePooled });
  const close = async () => {
    commits.stop();
    primary?.stop();
    await Promise.race([
      Promise.all([pool.end(), replica?.close()]),
      sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    await embedded?.stop();
  };
  try {
    const direct = (await primaryOf(config.databaseDirectUrl, log))?.url() ?? config.databaseDirectUrl;
    await migrateDatabase(direct ? { connectionString: direct } : connection, {
      connectMs: limits.connectMs,
      onWait: () => log.info('another process is migrating the database: waiting for it'),
      onInUse: () =>
        log.warn(
          'a table that a migration changes is in use, as by a dump or an open transaction (pg_stat_activity): trying again until it is free',
        ),
    });
    if (!config.isDatabasePooled) await refuseUnnamedPooler(pool);
    return {
      pool,
      db: drizzle(pool),
      ...(replica && { replica }),
      areCommitsWaiting: commits.areWaiting,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Finds the primary of an address with several hosts. @throws Error with a sentence for the operator */
async function primaryOf(url: string | undefined, log: EmbeddedLog): Promise<Primary | undefined> {
  const urls = url ? hostUrls(url) : [];
  if (urls.length < 2) return undefined;
  const primary = followPrimary(urls, log);
  if (await primary.find()) return primary;
  throw new Error(`None of the ${urls.length} hosts in DATABASE_URL is a primary that accepts writes.`);
}

/**
 * Finds a pooler that was not named: it refuses or drops the time limits of a connection, and would lose named
 * statements later.
 * @throws Error with a sentence for the operator
 */
async function refuseUnnamedPooler(pool: Pool): Promise<void> {
  const sentence =
    'A pooler stands between the site and PostgreSQL. Set DATABASE_POOLER=transaction, or name PostgreSQL itself in DATABASE_URL.';
  const { rows } = await pool
    .query<{ ms: string }>(`SELECT setting AS ms FROM pg_settings WHERE name = 'statement_timeout'`)
    .catch((error: Error) => {
      throw /unsupported startup parameter/.test(error.message)
        ? new Error(sentence, { cause: error })
        : error;
    });
  if (Number(rows[0]?.ms) === 0) throw new Error(sentence);
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
  { isPooled = false, primary }: DatabaseRoute = {},
): Pool {
  const WholeClient = withWholeCommits(Client);
  const PoolClient = isPooled ? behindPooler(WholeClient, limits) : WholeClient;
  const config: PoolConfig = {
    ...connection,
    Client: primary ? toPrimary(PoolClient, primary) : PoolClient,
    max: size,
    application_name: 'one-rp',
    // PgBouncer refuses these two; behind it each transaction sets them (poolerClient.ts)
    ...(!isPooled && {
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    }),
    // with `pipeline` pg destroys the connection of a query that timed out
    query_timeout: limits.queryMs,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // connections are kept, because a new one plans every statement anew
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // statements that a transaction sends without waiting are pipelined (tx.ts)
    pipeline: true,
  };
  const onRefused = () =>
    log.warn(
      'the database refuses further connections, so requests wait for those that there are: POOL_SIZE of all processes together must stay below its max_connections',
    );
  const check = { afterMs: limits.checkAfterIdleMs, timeoutMs: limits.checkMs };
  const pool = new ReadPool(config, check, onRefused);
  const onError = (error: Error) => log.warn(`database connection lost: ${error.message}`);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
