import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Tables whose rows are only added. */
export type AppendedTable =
  | 'audit'
  | 'carts'
  | 'delivery_moves'
  | 'draws'
  | 'ledger_transfers'
  | 'order_moves'
  | 'payment_events';

/** Tables whose rows get growing numbers. */
export type NumberedTable = AppendedTable | 'accounts' | 'deliveries' | 'orders' | 'payout_lines';

/** Transactions that write to a table or may write to it. */
const WRITERS = `SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
  WHERE relation = $1::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND mode = 'RowExclusiveLock' AND granted`;
const LOOK_EVERY_MS = 20;
/** Looks at the writers before the caller has to ask again later. */
const LOOKS = 25;

/**
 * Returns the id up to which no row of a table can appear any more: all are committed or rolled back. The
 * greatest visible id does not tell that, because ids are given before the commit. A writer locks the table before it
 * takes an id, and until its rows are visible. So smaller ids are settled when all have ended that held this lock after
 * the greatest id was read. They are watched without a lock, for which later writers would wait.
 * @returns undefined if one of them did not end in time; ask again later
 */
export async function settledId(pool: pg.Pool, table: NumberedTable): Promise<number | undefined> {
  const { rows } = await pool.query<{ last: string }>(`SELECT coalesce(max(id), 0) AS last FROM ${table}`);
  let writers = await writersOf(pool, table);
  for (let looks = 1; writers.length > 0; looks++) {
    if (looks === LOOKS) return undefined;
    await sleep(LOOK_EVERY_MS);
    const current = new Set(await writersOf(pool, table));
    writers = writers.filter((writer) => current.has(writer));
  }
  return Number(rows[0]!.last);
}

async function writersOf(pool: pg.Pool, table: NumberedTable): Promise<string[]> {
  const { rows } = await pool.query<{ writer: string }>(WRITERS, [table]);
  return rows.map(({ writer }) => writer);
}
