import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig } from 'pg';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { hasState } from './errorCauses.ts';

/** Advisory lock: one server migrates, and the others wait. */
const MIGRATION_LOCK = 7_241_002;
/**
 * Deadline of the migrations. It is long, because they may rewrite large tables or wait for another server; but a
 * silent database must not hold a start for ever.
 */
const MIGRATION_TIMEOUT_MS = 15 * 60_000;
/** After this idle time the kernel checks a connection, and drops it about 10 s later if the other end is gone. */
export const KEEP_ALIVE_DELAY_MS = 10_000;
/**
 * Longest wait for a table. Behind it the running processes wait for the same table. It exceeds the `deadlock_timeout` of
 * PostgreSQL, after which a cleaning of the table in the background makes way.
 */
const TABLE_WAIT_MS = 2000;
/** Pause after such a wait, in which the running processes catch up. */
const TABLE_PAUSE_MS = 5000;
/** lock_not_available, deadlock_detected: nothing has changed. */
const IN_USE = /^(55P03|40P01)$/;
const STILL_IN_USE =
  'The database was not migrated: a table that changes has been in use for too long. End the dump or the open transaction that pg_stat_activity shows, and start again.';

interface MigrationOptions {
  connectMs?: number;
  tableWaitMs?: number;
  tablePauseMs?: number;
  /** Called when another process is migrating. */
  onWait?: () => void;
  /** Called once, when a table that changes is in use for long, as by a dump of the database. */
  onInUse?: () => void;
}

/**
 * Applies the missing migrations, one process at a time. The lock belongs to a transaction of a connection of its own,
 * because a pooler in transaction mode loses locks of sessions.
 */
export async function migrateDatabase(
  connection: ClientConfig,
  { connectMs = 5000, onWait = () => {}, ...whenInUse }: MigrationOptions = {},
): Promise<void> {
  await withConnection(connection, connectMs, async (holder) => {
    // PostgreSQL soon notices that the machine which holds the lock is gone, and frees it for the others
    await holder.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL tcp_keepalives_idle = 10;
      SET LOCAL tcp_keepalives_interval = 5; SET LOCAL tcp_keepalives_count = 4`);
    const { rows } = await holder.query<{ isFree: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS "isFree"`,
    );
    if (!rows[0]?.isFree) {
      onWait();
      await holder.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    }
    await withConnection(connection, connectMs, (client) => migrateBeside(client, whenInUse));
    await holder.query('COMMIT');
  });
}

/**
 * Migrates beside running processes. A statement that waits for a table holds up everybody who comes after it, so it gives
 * up soon, lets the others through, and tries again.
 */
async function migrateBeside(
  client: Client,
  {
    tableWaitMs = TABLE_WAIT_MS,
    tablePauseMs = TABLE_PAUSE_MS,
    onInUse = () => {},
  }: Pick<MigrationOptions, 'tableWaitMs' | 'tablePauseMs' | 'onInUse'>,
): Promise<void> {
  const deadlineMs = performance.now() + MIGRATION_TIMEOUT_MS;
  for (let isFirst = true; ; isFirst = false)
    try {
      // Drizzle's own BEGIN changes nothing inside of this one, and its COMMIT or ROLLBACK ends it
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${tableWaitMs}`);
      await migrate(drizzle(client), {
        migrationsFolder: join(projectRoot, 'src/server/platform/db/migrations'),
      });
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      if (!hasState(error, (state) => IN_USE.test(state))) throw error;
      if (performance.now() > deadlineMs) throw new Error(STILL_IN_USE, { cause: error });
      if (isFirst) onInUse();
      await sleep(tablePauseMs);
    }
}

async function withConnection(
  connection: ClientConfig,
  connectMs: number,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: connectMs,
    query_timeout: MIGRATION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
