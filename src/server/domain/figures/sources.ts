import { type SQL, sql } from 'drizzle-orm';
import { CENTS_PER_COIN } from '#/contract/kernel/limits.ts';
import { ORDER_CAUSE } from '#/server/domain/orders/grantOrder.ts';
import type { AppendedTable } from '#/server/platform/db/settledId.ts';
import { waitStep } from './waits.ts';

/**
 * Metrics that are summed for each day. `begun…` belong to the day of their cart, all others to the day of the event.
 */
export type Metric =
  | 'paidCents'
  | 'refundedCents'
  | 'chargedBackCents'
  | 'ordersPaid'
  | 'begunCarts'
  | 'begunOrders'
  | 'begunPaid'
  | 'begunGranted'
  | 'walletCoins'
  | 'heldCoins'
  | 'debtCoins'
  | 'coinsIssued'
  | 'coinsSpent'
  | 'openings'
  | 'openedWorth'
  | 'handedOver'
  | 'signUps'
  | 'confirmed';

/** A table of append-only rows, and the amounts that each row adds to the sums of a day. */
export interface Source {
  table: AppendedTable;
  metrics: readonly Metric[];
  /**
   * SELECTs of day, metric, dimension and value from the rows of a CTE named `rows`. They read only columns that
   * never change, so a row adds the same amounts whenever it is counted.
   */
  figures: SQL;
  /**
   * Condition of rows that may add to the days from `from` to before `to`. Absent for sources whose rows are deleted
   * later.
   */
  ofDays?: (from: Date, to: Date) => SQL;
  /** Whether the nightly check ignores the game server, because the rows of a removed account have none. */
  forgetsServer?: true;
  /** Counting stops before the first row that matches this condition. */
  waits?: string;
}

/** The day (UTC) of a time. */
const dayOf = (time: string): SQL => sql.raw(`(${time} AT TIME ZONE 'UTC')::date`);
const createdBetween = (from: Date, to: Date): SQL => sql`created_at >= ${from} AND created_at < ${to}`;

/** The order of the payment of an event `r`, as `o`. */
export const ORDER_OF_PAYMENT = sql`LATERAL (
  SELECT public_id, quote ->> 'serverKey' AS server FROM orders
  WHERE provider = r.provider AND payment_ref = r.payment_ref
  UNION ALL
  SELECT orders.public_id, orders.quote ->> 'serverKey' FROM replaced_payments p JOIN orders ON orders.id = p.order_id
  WHERE p.provider = r.provider AND p.payment_ref = r.payment_ref
  LIMIT 1) o`;

/**
 * SQL: joins the earlier event that reverses the event `r` or is reversed by it, and the largest sum that earlier events
 * reported as paid.
 */
export const EARLIER_EVENTS = sql`LEFT JOIN payment_events other
  ON other.provider = r.provider AND other.cause_ref = r.cause_ref AND other.id < r.id
  AND other.kind = CASE r.kind WHEN 'refunded' THEN 'refundFailed' WHEN 'refundFailed' THEN 'refunded'
    WHEN 'chargedBack' THEN 'disputeWon' WHEN 'disputeWon' THEN 'chargedBack' END
  CROSS JOIN LATERAL (SELECT coalesce(max(e.amount_cents), 0) AS paid_cents FROM payment_events e
    WHERE r.kind = 'paid' AND e.kind = 'paid' AND e.provider = r.provider AND e.payment_ref = r.payment_ref
      AND e.currency = r.currency AND e.id < r.id) earlier`;

/** SQL of the cents that an event moves. It needs `EARLIER_EVENTS`. */
const moved = (came: string, wentBack: string): string =>
  `CASE r.kind WHEN '${came}' THEN CASE WHEN other.id IS NULL THEN r.amount_cents ELSE 0 END
    WHEN '${wentBack}' THEN -coalesce(other.amount_cents, 0) ELSE 0 END`;
export const MONEY_MOVED = {
  // an event reports all that its payment has brought so far, as `keptCents` reads it
  paidCents: "CASE r.kind WHEN 'paid' THEN greatest(0, r.amount_cents - earlier.paid_cents) ELSE 0 END",
  refundedCents: moved('refunded', 'refundFailed'),
  chargedBackCents: moved('chargedBack', 'disputeWon'),
} as const;

/**
 * Money in euro that the providers reported for orders (O24). A failed refund or a won dispute is booked on the day
 * of its report.
 */
const payments: Source = {
  table: 'payment_events',
  metrics: ['paidCents', 'refundedCents', 'chargedBackCents'],
  // the order may not have stored its payment yet
  waits: 'processed_at IS NULL',
  ofDays: (from, to) => sql`received_at >= ${from} AND received_at < ${to}`,
  figures: sql`
    SELECT ${dayOf('r.received_at')} AS day, m.metric, o.server || '/' || r.provider AS dimension, m.value::bigint
    FROM rows r
    JOIN ${ORDER_OF_PAYMENT} ON true
    ${EARLIER_EVENTS}
    JOIN LATERAL (VALUES
      ('paidCents', ${sql.raw(MONEY_MOVED.paidCents)}),
      ('refundedCents', ${sql.raw(MONEY_MOVED.refundedCents)}),
      ('chargedBackCents', ${sql.raw(MONEY_MOVED.chargedBackCents)})) m (metric, value) ON m.value <> 0
    WHERE r.currency = 'EUR'`,
};

/** Orders in euro: paid ones by day of payment, and the outcome of carts by day of the cart. */
const orders: Source = {
  table: 'order_moves',
  metrics: ['ordersPaid', 'begunOrders', 'begunPaid', 'begunGranted'],
  ofDays: (from, to) => sql`(${createdBetween(from, to)}) OR order_id IN (
    SELECT o.id FROM orders o JOIN carts c ON c.id = o.cart_id WHERE c.created_at >= ${from} AND c.created_at < ${to})`,
  figures: sql`
    SELECT m.day, m.metric, (o.quote ->> 'serverKey') || '/' AS dimension, 1::bigint AS value
    FROM rows r JOIN orders o ON o.id = r.order_id AND o.currency = 'EUR' JOIN carts c ON c.id = o.cart_id
    JOIN LATERAL (
      SELECT
        r.to_state IN ('paid', 'granted') AND NOT EXISTS (SELECT FROM order_moves e
          WHERE e.order_id = r.order_id AND e.version < r.version AND e.to_state IN ('paid', 'granted')) AS paid,
        r.to_state = 'granted' AND NOT EXISTS (SELECT FROM order_moves e
          WHERE e.order_id = r.order_id AND e.version < r.version AND e.to_state = 'granted') AS granted) is_first ON true
    JOIN LATERAL (VALUES
      ('ordersPaid', ${dayOf('r.created_at')}, is_first.paid),
      ('begunOrders', ${dayOf('c.created_at')}, r.version = 1),
      ('begunPaid', ${dayOf('c.created_at')}, is_first.paid),
      ('begunGranted', ${dayOf('c.created_at')}, is_first.granted)) m (metric, day, is_meant) ON m.is_meant`,
};

const carts: Source = {
  table: 'carts',
  metrics: ['begunCarts'],
  figures: sql`
    SELECT ${dayOf('r.created_at')} AS day, 'begunCarts' AS metric, (r.quote ->> 'serverKey') || '/' AS dimension,
      1::bigint AS value
    FROM rows r`,
};

/** Coins issued and returned by cause, and changes of wallets, holds and debts. */
const coins: Source = {
  table: 'ledger_transfers',
  metrics: ['walletCoins', 'heldCoins', 'debtCoins', 'coinsIssued', 'coinsSpent'],
  ofDays: createdBetween,
  figures: sql`
    SELECT ${dayOf('r.created_at')} AS day, m.metric, a.server_key || '/' || m.cause AS dimension, m.value
    FROM rows r
    JOIN ledger_accounts f ON f.id = r.from_id JOIN ledger_accounts t ON t.id = r.to_id
    JOIN LATERAL (
      SELECT t.owner_id, '' AS cause, r.amount AS value,
        CASE t.kind WHEN 'wallet' THEN 'walletCoins' WHEN 'hold' THEN 'heldCoins' ELSE 'debtCoins' END AS metric
      WHERE t.owner_id IS NOT NULL
      UNION ALL SELECT f.owner_id, '', -r.amount,
        CASE f.kind WHEN 'wallet' THEN 'walletCoins' WHEN 'hold' THEN 'heldCoins' ELSE 'debtCoins' END
      WHERE f.owner_id IS NOT NULL
      UNION ALL SELECT t.owner_id,
        CASE f.kind WHEN 'sales' THEN 'bought' WHEN 'prizes' THEN 'prizes'
          WHEN 'bonus' THEN CASE WHEN r.reason IN ('operator', 'debtForgiven', 'demo') THEN 'gifts' ELSE 'bonus' END
          ELSE 'restored' END,
        r.amount, 'coinsIssued'
      WHERE f.owner_id IS NULL AND t.owner_id IS NOT NULL
      UNION ALL SELECT f.owner_id, CASE t.kind WHEN 'shop' THEN 'shop' ELSE 'takenBack' END, r.amount, 'coinsSpent'
      WHERE f.owner_id IS NOT NULL AND t.owner_id IS NULL) m ON true
    JOIN accounts a ON a.id = m.owner_id`,
};

/** SQL: the pieces of the lot's case in the quote of the order `o`. Those of the lot `l` change with each refund. */
const PIECES_BOUGHT = sql`(SELECT sum((given ->> 'count')::int) * (o.quote ->> 'quantity')::int
  FROM jsonb_array_elements(o.quote -> 'grants') given
  WHERE given ->> 'kind' = 'case' AND (given ->> 'caseId')::bigint = l.case_id)`;

/**
 * Opened cases and the price paid for them. A case bought for euro counts with the coins that the euro would buy. The
 * cause of restored pieces is the id of their order with a number.
 */
const openings: Source = {
  table: 'draws',
  metrics: ['openings', 'openedWorth'],
  ofDays: createdBetween,
  figures: sql`
    SELECT ${dayOf('r.created_at')} AS day, m.metric, a.server_key || '/' || l.case_id AS dimension, m.value::bigint
    FROM rows r JOIN case_lots l ON l.id = r.lot_id JOIN accounts a ON a.id = l.account_id
    LEFT JOIN orders o ON o.id = CASE WHEN l.reason = ${ORDER_CAUSE.reason}
      AND l.ref_type = ${ORDER_CAUSE.refType} THEN split_part(l.ref_id, ':', 1)::bigint END
    JOIN LATERAL (VALUES
      ('openings', 1),
      -- a hundredth of a coin each, so that nothing is lost where ten cost less than ten times one
      ('openedWorth', coalesce((o.total_coins * 100 + o.total_cents * 100 / ${CENTS_PER_COIN}) / ${PIECES_BOUGHT}, 0)))
      m (metric, value) ON true`,
};

/** Deliveries that games gave, by the time they took. */
const handedOver: Source = {
  table: 'delivery_moves',
  metrics: ['handedOver'],
  ofDays: createdBetween,
  figures: sql`
    SELECT ${dayOf('r.created_at')} AS day, 'handedOver' AS metric,
      d.server_key || '/' || ${sql.raw(waitStep('extract(epoch from r.created_at - d.created_at)'))} AS dimension,
      1::bigint AS value
    FROM rows r JOIN deliveries d ON d.id = r.delivery_id
    WHERE r.to_state = 'done' AND d.kind = 'give'`,
};

const signUps: Source = {
  table: 'audit',
  metrics: ['signUps', 'confirmed'],
  ofDays: createdBetween,
  forgetsServer: true,
  figures: sql`
    SELECT ${dayOf('r.created_at')} AS day,
      CASE r.event WHEN 'signedUp' THEN 'signUps' ELSE 'confirmed' END AS metric,
      coalesce(a.server_key, '') || '/' AS dimension, 1::bigint AS value
    FROM rows r LEFT JOIN accounts a ON a.id = r.account_id
    WHERE r.event IN ('signedUp', 'emailConfirmed')`,
};

/** All sources of the day sums. */
export const SOURCES: readonly Source[] = [payments, orders, carts, coins, openings, handedOver, signUps];

/** SQL: the sums that the rows of a query add to each day. */
export const figuresOf = ({ figures }: Pick<Source, 'figures'>, rows: SQL): SQL => sql`(
  WITH rows AS (${rows})
  SELECT day, metric, dimension, sum(value)::bigint AS value FROM (${figures}) figures GROUP BY 1, 2, 3)`;
