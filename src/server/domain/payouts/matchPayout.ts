import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { payouts } from '#/server/platform/db/tables/operators/payouts.ts';
import { WHERE_LINE_OPEN } from './openPayouts.ts';

/** The event that reports the refund or the dispute of a line `l`, or its end. */
const REPORTED = sql`LEFT JOIN LATERAL (
  SELECT e.payment_ref, e.amount_cents, e.currency FROM payment_events e
  WHERE e.provider = l.provider AND e.cause_ref = l.cause_ref
    AND e.kind = CASE l.kind WHEN 'refund' THEN CASE WHEN l.gross_cents < 0 THEN 'refunded' ELSE 'refundFailed' END
      WHEN 'dispute' THEN CASE WHEN l.gross_cents < 0 THEN 'chargedBack' ELSE 'disputeWon' END END
  LIMIT 1) reported ON true`;

/** The order of a line `l`: of its payment, or the one that the provider stored with the payment. */
const ORDER_OF_LINE = sql`LEFT JOIN LATERAL (
  SELECT id FROM orders WHERE provider = l.provider AND payment_ref = coalesce(l.payment_ref, reported.payment_ref)
  UNION ALL
  SELECT order_id FROM replaced_payments
  WHERE provider = l.provider AND payment_ref = coalesce(l.payment_ref, reported.payment_ref)
  UNION ALL
  SELECT id FROM orders WHERE public_id = l.named_order
  LIMIT 1) o ON true`;

/** The payment of a line `l` as the site knows it. Of several payments of an order it is the one with the line's amount. */
const PAID = sql`LEFT JOIN LATERAL (
  SELECT e.amount_cents, e.currency FROM payment_events e
  WHERE l.kind = 'charge' AND e.provider = l.provider AND e.kind = 'paid' AND e.payment_ref = ANY(
    CASE WHEN l.payment_ref IS NOT NULL THEN ARRAY[l.payment_ref] ELSE ARRAY(
      SELECT payment_ref FROM orders WHERE id = o.id
      UNION ALL SELECT payment_ref FROM replaced_payments WHERE order_id = o.id) END)
  ORDER BY (e.amount_cents = l.gross_cents) DESC LIMIT 1) paid ON true`;

/**
 * Matches the open lines of a payout with orders, and sums up its lines (O25). A line whose order the site knows without
 * the payment, refund or dispute differs from an expected 0. Repeated, it changes nothing.
 */
export async function matchPayout(tx: NodePgDatabase, payoutId: number): Promise<void> {
  // two parallel runs would sum up half of each other's changes
  await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update');
  await tx.execute(sql`
    UPDATE payout_lines matched SET order_id = known.order_id, expected_cents = known.expected
    FROM (SELECT l.id, o.id AS order_id, CASE
        WHEN o.id IS NULL THEN NULL
        WHEN coalesce(paid.currency, reported.currency) IS NULL THEN 0
        WHEN coalesce(paid.currency, reported.currency) <> l.currency THEN NULL
        ELSE sign(l.gross_cents) * coalesce(paid.amount_cents, reported.amount_cents) END AS expected
      FROM payout_lines l ${REPORTED} ${ORDER_OF_LINE} ${PAID}
      WHERE l.payout_id = ${payoutId} AND ${WHERE_LINE_OPEN}) known
    WHERE matched.id = known.id AND known.order_id IS NOT NULL`);
  await tx.execute(sql`
    UPDATE payouts p SET line_count = sums.lines, lines_cents = sums.net, matched_cents = sums.matched,
      open_lines = sums.open, open_cents = sums.open_net
    FROM (SELECT count(*) AS lines, coalesce(sum(net_cents), 0) AS net, count(*) FILTER (WHERE is_open) AS open,
        coalesce(sum(net_cents) FILTER (WHERE is_open), 0) AS open_net,
        coalesce(sum(net_cents) FILTER (WHERE order_id IS NOT NULL AND NOT is_open), 0) AS matched
      FROM (SELECT l.net_cents, l.order_id, coalesce(${WHERE_LINE_OPEN}, false) AS is_open
        FROM payout_lines l WHERE l.payout_id = ${payoutId}) lines) sums
    WHERE p.id = ${payoutId}`);
}
