import { sql } from 'drizzle-orm';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Time within which a provider pays out a payment, disputes about its risk included. */
const PAID_OUT_DAYS = 14;

const HAS_NO_LINE = sql`NOT EXISTS (SELECT FROM payout_lines l WHERE l.order_id = w.order_id AND l.kind = 'charge')`;

/** SQL: the providers, each with the time until which it has paid out. Those without payouts are left out. */
export const PAID_OUT = sql`(SELECT provider, max(created_at) - make_interval(days => ${sql.raw(String(PAID_OUT_DAYS))}) AS until
  FROM payouts WHERE lines_read_at IS NOT NULL GROUP BY provider) paid_out`;

/**
 * SQL condition on `orders_awaiting_payout w` and `PAID_OUT`: paid orders that no payout holds, although their provider
 * has paid out since (O25).
 */
export const WHERE_MISSING = sql`w.provider = paid_out.provider AND w.paid_at < paid_out.until AND ${HAS_NO_LINE}`;

/**
 * Looks among the orders that were paid on a day for some without a line of a payout that do not await one.
 * @returns at most 100 of them; none while triggers keep `orders_awaiting_payout`
 */
export async function forgottenAwaiting({ db }: Pick<Deps, 'db'>, day: string): Promise<object[]> {
  const from = sql`${day}::timestamp AT TIME ZONE 'UTC'`;
  const { rows } = await db.execute(sql`
    SELECT 'awaitingPayout' AS metric, w.order_id::float8 AS "orderId"
    FROM (SELECT id AS order_id, provider, paid_at FROM orders
      WHERE currency = 'EUR' AND provider IS NOT NULL AND paid_at >= ${from} AND paid_at < ${from} + interval '1 day') w
    WHERE ${HAS_NO_LINE} AND NOT EXISTS (SELECT FROM orders_awaiting_payout known
      WHERE known.order_id = w.order_id AND known.provider = w.provider AND known.paid_at = w.paid_at)
    LIMIT 100`);
  return rows;
}
