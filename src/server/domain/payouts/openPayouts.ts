import { sql } from 'drizzle-orm';

/**
 * SQL condition on `payout_lines l`: payments, refunds and disputes without an order, or of another amount than the site
 * knows (O25). An index has these lines.
 */
export const WHERE_LINE_OPEN = sql`l.kind IN ('charge', 'refund', 'dispute')
  AND (l.order_id IS NULL OR l.expected_cents <> l.gross_cents)`;

/**
 * SQL condition on `payouts p`: payouts with open lines, or whose lines have another sum, that no operator has accepted
 * (O25). An index has these payouts.
 */
export const WHERE_PAYOUT_OPEN = sql`p.lines_read_at IS NOT NULL AND p.accepted_at IS NULL
  AND (p.open_lines > 0 OR p.lines_cents <> p.amount_cents)`;

/** SQL: how a line `l` of a payout matches (`PAYOUT_MATCHES`). */
export const LINE_MATCH = sql`CASE WHEN l.kind IN ('fee', 'adjustment') THEN 'free' WHEN l.order_id IS NULL THEN 'unmatched'
  WHEN l.expected_cents <> l.gross_cents THEN 'differs' ELSE 'matched' END`;
