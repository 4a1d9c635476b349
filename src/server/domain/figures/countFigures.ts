import { sql } from 'drizzle-orm';
import { settledId } from '#/server/platform/db/settledId.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { countPayers } from './payers.ts';
import { figuresOf, type Source, SOURCES } from './sources.ts';

/** Rows counted in one transaction. */
const BATCH = 10_000;

/**
 * Counts the payers of closed days, and adds the settled rows of all sources to the sums of their days. A mark and its sums change together, so a second
 * run waits and counts only the rest, and an interrupted run is continued. The first run counts the history.
 */
export async function countFigures(deps: Deps): Promise<void> {
  for (const source of SOURCES) {
    const lastId = await countableId(deps, source);
    if (lastId === undefined) continue;
    while ((await countBatch(deps, source, lastId)) === BATCH);
  }
  await countPayers(deps);
}

/**
 * Returns the id up to which the rows of a source can be counted.
 * @returns undefined if there are no new rows, or if a transaction that writes some is still open
 */
async function countableId(
  { pool }: Pick<Deps, 'pool'>,
  { table, waits }: Source,
): Promise<number | undefined> {
  const { rows } = await pool.query<{ is_new: boolean }>(
    `SELECT EXISTS (SELECT FROM ${table} WHERE id > coalesce(
      (SELECT last_id FROM day_sum_marks WHERE source = $1), 0)) AS is_new`,
    [table],
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

function countBatch({ pool }: Pick<Deps, 'pool'>, source: Source, lastId: number): Promise<number> {
  const table = sql.identifier(source.table);
  return withTx(pool, async (tx) => {
    await tx.execute(
      sql`INSERT INTO day_sum_marks (source, last_id) VALUES (${source.table}, 0) ON CONFLICT DO NOTHING`,
    );
    const { rows: marks } = await tx.execute<{ last: string }>(
      sql`SELECT last_id AS last FROM day_sum_marks WHERE source = ${source.table} FOR UPDATE`,
    );
    const batch = sql`SELECT * FROM ${table}
      WHERE id > ${marks[0]!.last}::bigint AND id <= ${lastId}::bigint ORDER BY id LIMIT ${BATCH}`;
    await tx.execute(sql`
      INSERT INTO day_sums AS known (day, metric, dimension, value)
      SELECT day, metric, dimension, value FROM ${figuresOf(source, batch)} figures WHERE value <> 0
      ON CONFLICT (metric, day, dimension) DO UPDATE SET value = known.value + excluded.value`);
    const { rows } = await tx.execute<{ count: number; last: string | null }>(
      sql`SELECT count(*)::int AS count, max(id) AS last FROM (${batch}) batch`,
    );
    const { count, last } = rows[0]!;
    if (last !== null)
      await tx.execute(
        sql`UPDATE day_sum_marks SET last_id = ${last}::bigint WHERE source = ${source.table}`,
      );
    return count;
  });
}
