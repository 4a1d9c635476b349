import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import type { VatQuery, VatRow } from '#/contract/operator/vat.ts';
import { WHOLE_BASIS_POINTS } from '#/contract/operator/vat.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { MONEY_BACK, MONEY_MOVED } from './sources.ts';

/**
 * SQL: the VAT in cents that include it. Each payment and each refund is rounded for itself, half a cent away from zero,
 * so net and VAT always add up to the cents.
 */
const vatIn = (cents: string): SQL =>
  sql.raw(
    `sum(round(${cents}::numeric * v.basis_points / (${WHOLE_BASIS_POINTS} + v.basis_points)))::float8`,
  );

const BACK = `(${MONEY_MOVED.refundedCents} + ${MONEY_MOVED.chargedBackCents})`;

/**
 * Sums the payments and refunds of a range by month (UTC), country and rate (O25). They are the ones that the dashboard
 * counts, on the same days. A refund has the country and rate of its order; the rate is
 * the confirmed one of the order's day.
 */
export async function vatRows(
  db: Pick<Deps['db'], 'execute'>,
  { from, to, server }: VatQuery,
): Promise<VatRow[]> {
  const { rows } = await db.execute<VatRow & Record<string, unknown>>(sql`
    SELECT to_char(r.received_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, o.buyer_country AS country,
      v.basis_points AS "basisPoints",
      count(DISTINCT o.id) FILTER (WHERE r.kind = 'paid')::int AS orders,
      sum(${sql.raw(MONEY_MOVED.paidCents)})::float8 AS "grossCents",
      ${vatIn(`(${MONEY_MOVED.paidCents})`)} AS "vatCents",
      count(*) FILTER (WHERE ${sql.raw(BACK)} > 0)::int AS refunds,
      sum(${sql.raw(BACK)})::float8 AS "refundedGrossCents",
      ${vatIn(BACK)} AS "refundedVatCents"
    FROM payment_events r
    LEFT JOIN orders own ON own.provider = r.provider AND own.payment_ref = r.payment_ref
    LEFT JOIN replaced_payments p ON p.provider = r.provider AND p.payment_ref = r.payment_ref
    JOIN orders o ON o.id = coalesce(own.id, p.order_id)
    ${MONEY_BACK}
    LEFT JOIN LATERAL (SELECT basis_points FROM vat_rates
      WHERE country = o.buyer_country AND is_confirmed AND from_day <= (coalesce(o.paid_at, r.received_at) AT TIME ZONE 'UTC')::date
      ORDER BY from_day DESC LIMIT 1) v ON true
    WHERE r.currency = 'EUR' AND r.received_at >= ${from}::timestamp AT TIME ZONE 'UTC'
      AND r.received_at < ${addDays(to, 1)}::timestamp AT TIME ZONE 'UTC'
      AND (${server ?? null}::text IS NULL OR o.quote ->> 'serverKey' = ${server ?? null})
    GROUP BY 1, 2, 3
    HAVING sum(${sql.raw(MONEY_MOVED.paidCents)}) <> 0 OR bool_or(${sql.raw(BACK)} <> 0)
    ORDER BY 1, 2 NULLS FIRST, 3`);
  return rows.map((row) => ({
    month: row.month,
    country: row.country,
    basisPoints: row.basisPoints,
    orders: row.orders,
    grossCents: row.grossCents,
    netCents: netOf(row.grossCents, row.vatCents),
    vatCents: row.vatCents,
    refunds: row.refunds,
    refundedGrossCents: row.refundedGrossCents,
    refundedNetCents: netOf(row.refundedGrossCents, row.refundedVatCents),
    refundedVatCents: row.refundedVatCents,
  }));
}

const netOf = (grossCents: number, vatCents: number | null) =>
  vatCents === null ? null : grossCents - vatCents;

/** Columns of the file. */
export const VAT_COLUMNS = [
  'month',
  'country',
  'rate',
  'orders',
  'gross',
  'net',
  'vat',
  'refunds',
  'refunded_gross',
  'refunded_net',
  'refunded_vat',
] as const;

const hundredths = (value: number | null) => (value === null ? null : (value / 100).toFixed(2));

/** A line of the file. Unknown values stay empty. */
export const vatCells = (row: VatRow): (string | null)[] => [
  row.month,
  row.country,
  hundredths(row.basisPoints),
  String(row.orders),
  hundredths(row.grossCents),
  hundredths(row.netCents),
  hundredths(row.vatCents),
  String(row.refunds),
  hundredths(row.refundedGrossCents),
  hundredths(row.refundedNetCents),
  hundredths(row.refundedVatCents),
];
