import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { hasState } from './errorCauses.ts';
import { withTx } from './tx.ts';

/** Tables whose rows are only added. */
export type AppendedTable =
  | 'audit'
  | 'carts'
  | 'delivery_moves'
  | 'draws'
  | 'ledger_transfers'
  | 'order_moves'
  | 'payment_events';

/** Time that writers wait behind the lock if one of them hangs. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Returns the id up to which no row of an append-only table can appear any more: all are committed or rolled back. The
 * greatest visible id does not tell that, because ids are given before the commit. The lock waits for the rows that are
 * being written, without any clock.
 * @returns undefined if a writer did not end in time; ask again later
 */
export async function settledId(pool: pg.Pool, table: AppendedTable): Promise<number | undefined> {
  try {
    return await withTx(pool, (tx) => lockAndRead(tx, sql.identifier(table)));
  } catch (error) {
    if (hasState(error, (state) => state === LOCK_NOT_AVAILABLE)) return undefined;
    throw error;
  }
}

async function lockAndRead(tx: NodePgDatabase, table: ReturnType<typeof sql.identifier>): Promise<number> {
  await tx.execute(sql.raw(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`));
  // this lock conflicts with writers and not with readers
  await tx.execute(sql`LOCK TABLE ${table} IN SHARE MODE`);
  const { rows } = await tx.execute<{ last: string }>(sql`SELECT coalesce(max(id), 0) AS last FROM ${table}`);
  return Number(rows[0]!.last);
}
