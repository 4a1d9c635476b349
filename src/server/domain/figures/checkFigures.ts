import { sql } from 'drizzle-orm';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { forgottenAwaiting } from '#/server/domain/payouts/missingOrders.ts';
import { differingVat } from './countVat.ts';
import { differingPayers } from './payers.ts';
import { figuresOf, type Source, SOURCES } from './sources.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Longest range whose payers are counted again. */
const PAYERS_DAYS = 90;

/**
 * Sums a random past day again from the books and compares it with its stored sums, its VAT, its orders that await a
 * payout, and the payers of some days that end with it. Days that differed before are checked again, too (O24). A
 * difference raises an alarm until a later check finds none.
 */
export async function checkFigures(deps: Deps): Promise<void> {
  for (const day of await daysToCheck(deps)) {
    if (deps.stopping?.aborted) return;
    const differences: object[] = (
      await Promise.all(SOURCES.map((source) => differing(deps, source, day)))
    ).flat();
    const days = 1 + (deps.randomBytes(2).readUInt16BE() % PAYERS_DAYS);
    differences.push(
      ...(await differingPayers(deps, day, days)),
      ...(await differingVat(deps, day)),
      ...(await forgottenAwaiting(deps, day)),
    );
    await deps.db.execute(sql`INSERT INTO day_sum_checks AS known (day, checked_at, differences)
      VALUES (${day}, ${deps.now()}, ${differences.length})
      ON CONFLICT (day) DO UPDATE SET checked_at = excluded.checked_at, differences = excluded.differences`);
    if (differences.length > 0)
      deps.log.error({ day, differences }, 'the sums of a day differ from the books: look into it');
  }
}

async function daysToCheck({ db, now, randomBytes }: Deps): Promise<string[]> {
  const today = now().toISOString().slice(0, 10);
  const { rows } = await db.execute<{ first: string | null; differing: string[] }>(sql`SELECT
    (SELECT min(day) FROM day_sums)::text AS first,
    ARRAY(SELECT day::text FROM day_sum_checks WHERE differences > 0 ORDER BY day LIMIT 30) AS differing`);
  const { first, differing } = rows[0]!;
  if (first === null || first >= today) return differing;
  const days = Math.round((Date.parse(today) - Date.parse(first)) / DAY_MS);
  const chosen = randomBytes(4).readUInt32BE() % days;
  return [
    ...new Set([...differing, new Date(Date.parse(first) + chosen * DAY_MS).toISOString().slice(0, 10)]),
  ];
}

interface Difference extends Record<string, unknown> {
  metric: string;
  dimension: string;
  /** The stored sum, and the sum from the books. */
  known: string;
  counted: string;
}

/** Mark, sums and books are read by one statement, so that a count that runs in between has no influence. */
async function differing({ db }: Pick<Deps, 'db'>, source: Source, day: string): Promise<Difference[]> {
  const { table, ofDays, forgetsServer } = source;
  if (!ofDays) return [];
  const from = new Date(`${day}T00:00:00Z`);
  const counted = sql`SELECT * FROM ${sql.identifier(table)}
    WHERE id <= (SELECT last_id FROM day_sum_marks WHERE source = ${table})
      AND (${ofDays(from, new Date(from.getTime() + DAY_MS))})`;
  const dimension = forgetsServer ? sql`split_part(dimension, '/', 2)` : sql`dimension`;
  const summed = (rows: ReturnType<typeof sql>) => sql`(
    SELECT metric, ${dimension} AS dimension, sum(value) AS value FROM ${rows}
    WHERE day = ${day} AND metric = ANY(${sql.param(source.metrics)}::text[]) GROUP BY 1, 2 HAVING sum(value) <> 0)`;
  const { rows } = await db.execute<Difference>(sql`
    SELECT metric, dimension, coalesce(known.value, 0) AS known, coalesce(counted.value, 0) AS counted
    FROM ${summed(sql`day_sums`)} known
    FULL JOIN ${summed(sql`${figuresOf(source, counted)} figures`)} counted USING (metric, dimension)
    WHERE known.value IS DISTINCT FROM counted.value
    ORDER BY 1, 2`);
  return rows;
}
