import { sql } from 'drizzle-orm';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type Counted, countAppended, lockMark } from './countAppended.ts';
import { eventsOf, VAT_COLUMNS, VAT_KEY, VAT_SUMS, vatOfEvents } from './vatOfEvents.ts';

/** Name of the mark: the VAT of payment events up to it is in `vat_sums`. */
export const VAT_MARK = 'vat';
const EVENTS: Counted = { table: 'payment_events', mark: VAT_MARK, waits: 'processed_at IS NULL' };

const ADDED = sql.raw(VAT_SUMS.map((name) => `${name} = known.${name} + excluded.${name}`).join(', '));

/**
 * Adds the VAT of settled payment events to the sums of their days, and counts the days again whose orders or rates have
 * changed since (O25).
 */
export async function countVat(deps: Pick<Deps, 'db' | 'pool' | 'stopping'>): Promise<void> {
  await countAppended(deps, EVENTS, async (tx, events, isFirst) => {
    // sums from before the marks were emptied
    if (isFirst) await tx.execute(sql`DELETE FROM vat_sums`);
    await tx.execute(sql`
      INSERT INTO vat_sums AS known (${VAT_COLUMNS}) SELECT ${VAT_COLUMNS} FROM ${vatOfEvents(events)} vat
      ON CONFLICT (${VAT_KEY}) DO UPDATE SET ${ADDED}`);
  });
  const { rows } = await deps.db.execute<{ day: string }>(
    sql`SELECT DISTINCT day::text FROM vat_recounts ORDER BY 1`,
  );
  for (const { day } of rows) if (!deps.stopping?.aborted) await recountDay(deps, day);
}

/**
 * Counts a day again. The lock of the mark keeps other counts away. What changes from here on has a row of its own in
 * `vat_recounts`, because the rows that are deleted were there before the events are read.
 */
const recountDay = ({ pool }: Pick<Deps, 'pool'>, day: string): Promise<void> =>
  withTx(pool, async (tx) => {
    const marked = await lockMark(tx, EVENTS);
    await tx.execute(sql`DELETE FROM vat_recounts WHERE day = ${day}`);
    await tx.execute(sql`DELETE FROM vat_sums WHERE day = ${day}`);
    const events = sql`${eventsOf(sql`${day}::date`, sql`${day}::date + 1`)} AND id <= ${marked}::bigint`;
    await tx.execute(
      sql`INSERT INTO vat_sums (${VAT_COLUMNS}) SELECT ${VAT_COLUMNS} FROM ${vatOfEvents(events)} vat`,
    );
  });

/**
 * Counts the VAT of a day again from the payment events.
 * @returns the keys of the sums that differ; none while the day waits to be counted again
 */
export async function differingVat({ db }: Pick<Deps, 'db'>, day: string): Promise<object[]> {
  const events = sql`${eventsOf(sql`${day}::date`, sql`${day}::date + 1`)}
    AND id <= (SELECT last_id FROM day_sum_marks WHERE source = ${VAT_MARK})`;
  const { rows } = await db.execute(sql`
    WITH known AS (SELECT ${VAT_COLUMNS} FROM vat_sums WHERE day = ${day}),
    counted AS (SELECT ${VAT_COLUMNS} FROM ${vatOfEvents(events)} vat)
    SELECT DISTINCT 'vat' AS metric, server, country, basis_points AS "basisPoints"
    FROM ((TABLE known EXCEPT TABLE counted) UNION ALL (TABLE counted EXCEPT TABLE known)) differing
    WHERE NOT EXISTS (SELECT FROM vat_recounts WHERE day = ${day})`);
  return rows;
}
