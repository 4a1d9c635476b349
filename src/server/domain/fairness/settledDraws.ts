import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTx } from '#/server/platform/db/tx.ts';

/** How long openings wait behind the lock if one of them hangs. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Returns the id below which no draw can appear any more: all are committed or rolled back. The greatest visible id
 * does not tell that, because ids are given before the commit. The lock waits for the openings that are being written,
 * without any clock.
 * @returns undefined if an opening did not end in time; ask again later
 */
export async function settledDrawId(pool: pg.Pool): Promise<number | undefined> {
  try {
    return await withTx(pool, lockAndRead);
  } catch (error) {
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}

async function lockAndRead(tx: NodePgDatabase): Promise<number> {
  await tx.execute(sql.raw(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`));
  // this lock conflicts with writers and not with readers
  await tx.execute(sql`LOCK TABLE draws IN SHARE MODE`);
  const { rows } = await tx.execute<{ last: string }>(sql`SELECT coalesce(max(id), 0) AS last FROM draws`);
  return Number(rows[0]!.last);
}

function isLockTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === LOCK_NOT_AVAILABLE) return true;
  return false;
}
