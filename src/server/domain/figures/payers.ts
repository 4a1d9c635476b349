import { type SQL, sql } from 'drizzle-orm';
import { type DayRange, MOST_DAYS } from '#/contract/operator/figures/dayRange.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** A day is closed this long after its end, when every payment of the day is committed. */
const SETTLING_MS = 60 * 60_000;

const beginOf = (day: SQL) => sql`(${day}::date)::timestamp AT TIME ZONE 'UTC'`;
const endOf = (day: SQL) => sql`(${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
const wherePaid = (order: SQL, from: SQL, to: SQL) =>
  sql`${order}.currency = 'EUR' AND ${order}.paid_at >= ${from} AND ${order}.paid_at < ${to}`;

/**
 * Counts the payers of every closed day that is not counted yet. A demonstration first writes its past. Safe to run twice at
 * once: a day is stored once.
 */
export async function countPayers(deps: Pick<Deps, 'db' | 'now' | 'stopping'>): Promise<void> {
  const last = new Date(deps.now().getTime() - SETTLING_MS).toISOString().slice(0, 10);
  while (!deps.stopping?.aborted) {
    const { rows } = await deps.db.execute<{ day: string | null }>(sql`SELECT coalesce(
      (SELECT max(day) + 1 FROM payer_counts),
      (SELECT (min(paid_at) AT TIME ZONE 'UTC')::date FROM orders WHERE currency = 'EUR'))::text AS day
      WHERE NOT EXISTS (SELECT FROM demo_history WHERE finished_at IS NULL)`);
    const day = rows[0]?.day;
    if (!day || day >= last) return;
    await deps.db.execute(countDay(sql`${day}`));
  }
}

/**
 * A range of `n` days that ends today has the payers of the `n - 1` days before, and those of today who did not pay in
 * these days.
 */
const countDay = (day: SQL): SQL => sql`
  WITH paid AS (
    SELECT DISTINCT account_id, quote ->> 'serverKey' AS server FROM orders o
    WHERE ${wherePaid(sql`o`, beginOf(day), endOf(day))}),
  gaps AS (
    SELECT server, ${day}::date - (SELECT max(e.paid_at) AT TIME ZONE 'UTC' FROM orders e
      WHERE e.account_id = paid.account_id AND e.currency = 'EUR' AND e.paid_at < ${beginOf(day)})::date AS days
    FROM paid),
  before AS (SELECT server, payers FROM payer_counts WHERE day = ${day}::date - 1)
  INSERT INTO payer_counts (day, server, payers)
  SELECT ${day}::date, server, ARRAY(
    SELECT coalesce(before.payers[n - 1], 0) + (SELECT count(*) FROM gaps
      WHERE gaps.server = known.server AND coalesce(gaps.days >= n, true))
    FROM generate_series(1, ${MOST_DAYS}::int) n ORDER BY n)
  FROM (SELECT server FROM before UNION SELECT server FROM gaps) known LEFT JOIN before USING (server)
  ON CONFLICT DO NOTHING`;

/**
 * SQL: the number of different players with a payment in euro in a range of days. The range's closed days are one row of
 * each server; only the payments of the days since are read. OFFSET 0 keeps the planner from reading the whole range
 * instead of one entry of an index for each of them.
 */
export function payersIn({ from, to }: DayRange, server: string | undefined): SQL {
  const closed = sql`(SELECT coalesce(CASE WHEN max(day) > ${to}::date THEN ${to}::date ELSE max(day) END, ${from}::date - 1)
    FROM payer_counts)`;
  const onServer = (key: SQL) => (server === undefined ? sql`true` : sql`${key} = ${server}`);
  return sql`(SELECT (SELECT coalesce(sum(payers[closed.day - ${from}::date + 1]), 0) FROM payer_counts
      WHERE day = closed.day AND ${onServer(sql`server`)})::int
    + (SELECT count(DISTINCT o.account_id) FROM orders o
      WHERE ${wherePaid(sql`o`, endOf(sql`greatest(closed.day, ${from}::date - 1)`), endOf(sql`${to}`))}
        AND ${onServer(sql`(o.quote ->> 'serverKey')`)}
        AND NOT EXISTS (SELECT FROM orders e WHERE e.account_id = o.account_id
          AND ${wherePaid(sql`e`, beginOf(sql`${from}`), endOf(sql`closed.day`))} OFFSET 0))::int
    FROM (SELECT ${closed} AS day) closed)`;
}

interface Difference extends Record<string, unknown> {
  days: number;
  server: string;
  /** The stored number, and that of the orders. */
  known: number;
  counted: number;
}

/**
 * Counts the payers of the days that end with a day again from the orders.
 * @returns the stored and the counted number by server where they differ
 */
export async function differingPayers(
  { db }: Pick<Deps, 'db'>,
  day: string,
  days: number,
): Promise<Difference[]> {
  const from = sql`(${day}::date - ${days - 1}::int)`;
  const { rows } = await db.execute<Difference>(sql`
    SELECT ${days}::int AS days, server, coalesce(known.payers, 0) AS known, coalesce(counted.payers, 0) AS counted
    FROM (SELECT server, payers[${days}::int] FROM payer_counts WHERE day = ${day}) known (server, payers)
    FULL JOIN (SELECT quote ->> 'serverKey', count(DISTINCT account_id)::int FROM orders o
      WHERE ${wherePaid(sql`o`, beginOf(from), endOf(sql`${day}`))}
        AND ${day}::date <= (SELECT max(day) FROM payer_counts) GROUP BY 1) counted (server, payers) USING (server)
    WHERE coalesce(known.payers, 0) <> coalesce(counted.payers, 0)`);
  return rows;
}
