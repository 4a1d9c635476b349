import { type SQL, sql } from 'drizzle-orm';
import { WHOLE_BASIS_POINTS } from '#/contract/operator/vat.ts';
import { EARLIER_EVENTS, MONEY_MOVED } from './sources.ts';

/** Key of `vat_sums`, as SQL. */
export const VAT_KEY = sql.raw('day, server, country, basis_points');
/** Its other columns. */
export const VAT_SUMS = [
  'orders',
  'gross_cents',
  'vat_cents',
  'refunds',
  'refunded_gross_cents',
  'refunded_vat_cents',
] as const;
/** All its columns, as SQL. */
export const VAT_COLUMNS = sql`${VAT_KEY}, ${sql.raw(VAT_SUMS.join(', '))}`;

/**
 * SQL: the VAT in cents that include it. Each payment and each refund is rounded for itself, half a cent away from zero,
 * so net and VAT always add up to the cents.
 */
const vatIn = (cents: string): SQL =>
  sql.raw(
    `coalesce(sum(round(${cents}::numeric * v.basis_points / (${WHOLE_BASIS_POINTS} + v.basis_points))), 0)::bigint`,
  );

const BACK = `(${MONEY_MOVED.refundedCents} + ${MONEY_MOVED.chargedBackCents})`;

/** SQL: joins the first payment of the order `o` as `first`. An order may have been paid twice. */
const FIRST_PAYMENT = sql`LEFT JOIN LATERAL (SELECT e.id, e.received_at
  FROM (SELECT o.provider, o.payment_ref
    UNION ALL SELECT provider, payment_ref FROM replaced_payments WHERE order_id = o.id) p
  JOIN payment_events e ON e.provider = p.provider AND e.payment_ref = p.payment_ref
  WHERE e.kind = 'paid' AND e.currency = 'EUR' ORDER BY e.id LIMIT 1) first ON true`;

/**
 * SQL: the rows of `vat_sums` that payment events add (O25). A refund has the country and rate of its order. The rate is
 * the confirmed one of the day of the first payment, also when the order is settled or accepted on a later day.
 */
export const vatOfEvents = (events: SQL): SQL => sql`(
  SELECT (r.received_at AT TIME ZONE 'UTC')::date AS day, o.quote ->> 'serverKey' AS server, o.buyer_country AS country,
    v.basis_points,
    (count(*) FILTER (WHERE r.id = first.id))::int AS orders,
    sum(${sql.raw(MONEY_MOVED.paidCents)})::bigint AS gross_cents,
    ${vatIn(`(${MONEY_MOVED.paidCents})`)} AS vat_cents,
    (count(*) FILTER (WHERE ${sql.raw(BACK)} > 0))::int AS refunds,
    sum(${sql.raw(BACK)})::bigint AS refunded_gross_cents,
    ${vatIn(BACK)} AS refunded_vat_cents
  FROM (${events}) r
  LEFT JOIN orders own ON own.provider = r.provider AND own.payment_ref = r.payment_ref
  LEFT JOIN replaced_payments p ON p.provider = r.provider AND p.payment_ref = r.payment_ref
  JOIN orders o ON o.id = coalesce(own.id, p.order_id)
  ${EARLIER_EVENTS}
  ${FIRST_PAYMENT}
  LEFT JOIN LATERAL (SELECT basis_points FROM vat_rates
    WHERE country = o.buyer_country AND is_confirmed AND from_day <= (coalesce(first.received_at, o.paid_at, r.received_at) AT TIME ZONE 'UTC')::date
    ORDER BY from_day DESC LIMIT 1) v ON true
  WHERE r.currency = 'EUR'
  GROUP BY 1, 2, 3, 4
  HAVING sum(${sql.raw(MONEY_MOVED.paidCents)}) <> 0 OR bool_or(${sql.raw(BACK)} <> 0))`;

/** SQL: the payment events of the days from `from` to before `to` (UTC). */
export const eventsOf = (from: SQL, to: SQL): SQL => sql`SELECT * FROM payment_events
  WHERE received_at >= (${from})::timestamp AT TIME ZONE 'UTC' AND received_at < (${to})::timestamp AT TIME ZONE 'UTC'`;
