import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { DayRange } from '#/contract/operator/figures/dayRange.ts';
import { figuresOf, type Metric, type Source, SOURCES } from './sources.ts';

/** Most rows of a source that are read beyond its mark. The job counts this many in seconds. */
const TAIL = 20_000;
/** Attempts to read sums and tail while a job moves the marks. */
const ATTEMPTS = 5;

/** Metrics that are summed from the first day on, because they are balances. */
const BALANCES: readonly Metric[] = ['walletCoins', 'heldCoins', 'debtCoins'];
/** Metrics that are returned by day. */
const BY_DAY: readonly Metric[] = ['paidCents', 'refundedCents', 'chargedBackCents'];

/** earlier: the days before both ranges, which only balances need. */
export type Period = 'earlier' | 'before' | 'now';

export interface Figure extends Record<string, unknown> {
  metric: Metric;
  period: Period;
  /** Null for the sum over the whole period. */
  day: string | null;
  server: string;
  detail: string;
  value: number;
}

/** A figure. The row without a metric holds the marks, and whether there are figures since the first day of `before`. */
type Row = Figure & { metric: Metric | null; marks: Marks; is_counting: boolean; is_before_whole: boolean };

/** The last counted row of each source. */
export type Marks = Readonly<Record<string, number>>;
export const MARKS = sql`(SELECT coalesce(json_object_agg(source, last_id ORDER BY source), '{}') FROM day_sum_marks)`;

/**
 * Reads the figures of two ranges of days: the stored sums, and the events since they were counted. Marks and sums
 * are read by one statement each; if a job has moved the marks in between, they are read again.
 * @param before the range before `now`
 * @returns `isCounting`: more rows than `TAIL` are uncounted, so newer days are incomplete;
 *   `isBeforeWhole`: the site has figures since the first day of `before`
 */
export async function readFigures(
  db: NodePgDatabase,
  given: { marks: Marks; now: DayRange; before: DayRange; server: string | undefined },
): Promise<{ figures: Figure[]; isCounting: boolean; isBeforeWhole: boolean }> {
  let { marks } = given;
  for (let attempts = 1; ; attempts++) {
    const { rows } = await db.execute<Row>(statement({ ...given, marks }));
    const state = rows.find(({ metric }) => metric === null)!;
    if (JSON.stringify(state.marks) === JSON.stringify(marks) || attempts === ATTEMPTS)
      return {
        figures: rows.filter((row) => row !== state),
        isCounting: state.is_counting,
        isBeforeWhole: state.is_before_whole,
      };
    marks = state.marks;
  }
}

function statement({ marks, now, before, server }: Parameters<typeof readFigures>[1]): SQL {
  // passes marks as constants, from which the planner knows how short the tail is
  const tail = ({ table }: Source) => sql`SELECT * FROM ${sql.identifier(table)}
    WHERE id > ${marks[table] ?? 0}::bigint ORDER BY id LIMIT ${TAIL}`;
  const tails = SOURCES.map(
    (source) => sql`SELECT day, metric, dimension, value FROM ${figuresOf(source, tail(source))} t`,
  );
  const whereBehind = SOURCES.map(
    ({ table }) => sql`EXISTS (SELECT FROM ${sql.identifier(table)} WHERE id > ${marks[table] ?? 0}::bigint
      ORDER BY id OFFSET ${TAIL} LIMIT 1)`,
  );
  const others = SOURCES.flatMap(({ metrics }) => metrics).filter((metric) => !BALANCES.includes(metric));
  const list = (metrics: readonly Metric[]) => sql`ANY(${sql.param(metrics)}::text[])`;
  return sql`
    WITH known AS (
      SELECT day, metric, dimension, value FROM day_sums
      WHERE metric = ${list(others)} AND day BETWEEN ${before.from} AND ${now.to}
      UNION ALL
      SELECT day, metric, dimension, value FROM day_sums WHERE metric = ${list(BALANCES)} AND day <= ${now.to}
      UNION ALL ${sql.join(tails, sql` UNION ALL `)}),
    placed AS (
      SELECT metric, value, split_part(dimension, '/', 1) AS server, split_part(dimension, '/', 2) AS detail,
        CASE WHEN day >= ${now.from} THEN 'now' WHEN day >= ${before.from} THEN 'before' ELSE 'earlier' END AS period,
        CASE WHEN metric = ${list(BY_DAY)} AND day >= ${now.from} THEN day::text END AS day
      FROM known WHERE day <= ${now.to} AND (day >= ${before.from} OR metric = ${list(BALANCES)}))
    SELECT ${MARKS} AS marks, ${sql.join(whereBehind, sql` OR `)} AS is_counting,
      coalesce(least((SELECT min(day) FROM day_sums), (SELECT min(day) FROM known)) <= ${before.from}, false)
        AS is_before_whole,
      null AS metric, null AS period, null AS day, null AS server, null AS detail, 0::float8 AS value
    UNION ALL
    SELECT null, false, false, metric, period, day, server, detail, sum(value)::float8 FROM placed
    WHERE ${server ?? null}::text IS NULL OR server = ${server ?? null}
    GROUP BY metric, period, day, server, detail`;
}
