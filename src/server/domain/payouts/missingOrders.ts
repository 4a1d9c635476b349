import { sql } from 'drizzle-orm';

/** Time within which a provider pays out a payment, disputes about its risk included. */
const PAID_OUT_DAYS = 14;

/**
 * SQL: joins orders `r` with the time until which their provider has paid out. Providers without payouts, and orders paid
 * in coins, drop out.
 */
export const JOIN_PAID_OUT = sql`JOIN (SELECT provider, max(created_at) - make_interval(days => ${sql.raw(String(PAID_OUT_DAYS))}) AS until
  FROM payouts WHERE lines_read_at IS NOT NULL GROUP BY provider) paid_out ON paid_out.provider = r.provider`;

/** SQL condition on `orders r`: paid orders that no payout holds, although their provider has paid out since (O25). */
export const IS_MISSING = sql`r.currency = 'EUR' AND r.paid_at < paid_out.until
  AND NOT EXISTS (SELECT FROM payout_lines l WHERE l.order_id = r.id AND l.kind = 'charge')`;
