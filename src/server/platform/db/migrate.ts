import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig } from 'pg';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

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
 * Applies the missing migrations, one process at a time. The lock belongs to a transaction of a connection of its own,
 * because a pooler in transaction mode loses locks of sessions.
 */
export async function migrateDatabase(
  connection: ClientConfig,
  { connectMs = 5000, onWait = () => {} }: { connectMs?: number; onWait?: () => void } = {},
): Promise<void> {
  await withConnection(connection, connectMs, async (holder) => {
    await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows } = await holder.query<{ isFree: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS "isFree"`,
    );
    if (!rows[0]?.isFree) {
      onWait();
      await holder.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    }
    await withConnection(connection, connectMs, (client) =>
      migrate(drizzle(client), { migrationsFolder: join(projectRoot, 'src/server/platform/db/migrations') }),
    );
    await holder.query('COMMIT');
  });
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
