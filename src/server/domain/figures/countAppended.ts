import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type AppendedTable, settledId } from '#/server/platform/db/settledId.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Rows counted in one transaction. */
const BATCH = 10_000;

/** A table of append-only rows that a job counts once each. */
export interface Counted {
  table: AppendedTable;
  /** Name of the mark: rows up to it are counted. */
  mark: string;
  /** Counting stops before the first row that matches this condition. */
  waits?: string;
}

/**
 * Counts the settled rows of a table that are not counted yet, batch by batch. A mark and its sums change together, so a
 * second run waits and counts only the rest, and an interrupted run is continued.
 * @param add adds the rows of a query to the sums; `isFirst` if none is counted so far
 */
export async function countAppended(
  deps: Pick<Deps, 'pool' | 'stopping'>,
  counted: Counted,
  add: (tx: NodePgDatabase, rows: SQL, isFirst: boolean) => Promise<unknown>,
): Promise<void> {
  const lastId = await countableId(deps, counted);
  if (lastId === undefined) return;
  const table = sql.identifier(counted.table);
  const countBatch = () =>
    withTx(deps.pool, async (tx) => {
      const marked = await lockMark(tx, counted);
      const batch = sql`SELECT * FROM ${table}
        WHERE id > ${marked}::bigint AND id <= ${lastId}::bigint ORDER BY id LIMIT ${BATCH}`;
      await add(tx, batch, marked === '0');
      const { rows } = await tx.execute<{ count: number; last: string | null }>(
        sql`SELECT count(*)::int AS count, max(id) AS last FROM (${batch}) batch`,
      );
      const { count, last } = rows[0]!;
      if (last !== null)
        await tx.execute(
          sql`UPDATE day_sum_marks SET last_id = ${last}::bigint WHERE source = ${counted.mark}`,
        );
      return count;
    });
  while (!deps.stopping?.aborted && (await countBatch()) === BATCH);
}

/** Locks a mark, which the first run makes. @returns the id up to which rows are counted */
export async function lockMark(tx: NodePgDatabase, { mark }: Pick<Counted, 'mark'>): Promise<string> {
  await tx.execute(
    sql`INSERT INTO day_sum_marks (source, last_id) VALUES (${mark}, 0) ON CONFLICT DO NOTHING`,
  );
  const { rows } = await tx.execute<{ last: string }>(
    sql`SELECT last_id AS last FROM day_sum_marks WHERE source = ${mark} FOR UPDATE`,
  );
  return rows[0]!.last;
}

/**
 * Finds the last row of a table that can be counted now.
 * @returns undefined if there are no new rows, or if a transaction that writes some is still open
 */
async function countableId(
  { pool }: Pick<Deps, 'pool'>,
  { table, mark, waits }: Counted,
): Promise<number | undefined> {
  const { rows } = await pool.query<{ is_new: boolean }>(
    `SELECT EXISTS (SELECT FROM ${table} WHERE id > coalesce(
      (SELECT last_id FROM day_sum_marks WHERE source = $1), 0)) AS is_new`,
    [mark],
  );
  // avoids the lock every minute while nothing happens on the site
  if (!rows[0]!.is_new) return undefined;
  const lastId = await settledId(pool, table);
  if (lastId === undefined || !waits) return lastId;
  const { rows: waiting } = await pool.query<{ id: string | null }>(
    `SELECT min(id) AS id FROM ${table} WHERE ${waits}`,
  );
  return Math.min(lastId, Number(waiting[0]?.id ?? Number.MAX_SAFE_INTEGER) - 1);
}
