import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { PayoutLineKind, PayoutStatus } from '#/contract/operator/figures/payouts.ts';
import type { ProviderName } from '#/server/ports/payments.ts';
import { id, identity, time } from '../columns.ts';
import { orders } from '../orders.ts';

/** Sums of many payments exceed 32 bits. */
const cents = (name: string) => bigint(name, { mode: 'number' });

/** Payouts as the providers report them, each once, with sums of their lines. */
export const payouts = pgTable(
  'payouts',
  {
    id: identity(),
    provider: text('provider').$type<ProviderName>().notNull(),
    payoutRef: text('payout_ref').notNull(),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    status: text('status').$type<PayoutStatus>().notNull(),
    createdAt: time('created_at').notNull(),
    arrivesAt: time('arrives_at').notNull(),
    lines: text('lines').$type<'ready' | 'later' | 'never'>().notNull(),
    /** Time at which all lines were stored. */
    linesReadAt: time('lines_read_at'),
    /** Number of lines and sum of their net amounts. */
    lineCount: integer('line_count').notNull().default(0),
    linesCents: cents('lines_cents').notNull().default(0),
    /** Net amounts of lines whose order and amount the site knows. */
    matchedCents: cents('matched_cents').notNull().default(0),
    openLines: integer('open_lines').notNull().default(0),
    openCents: cents('open_cents').notNull().default(0),
    /** Time at which an operator accepted the open lines and the difference. */
    acceptedAt: time('accepted_at'),
    /** Id of the operator. */
    acceptedBy: id('accepted_by'),
  },
  (t) => [
    unique('payouts_ref').on(t.provider, t.payoutRef),
    index('payouts_arrival').on(t.arrivesAt, t.id),
    // for the count of payouts that need a look
    index('payouts_open')
      .on(t.id)
      .where(
        sql`${t.linesReadAt} is not null and ${t.acceptedAt} is null and (${t.openLines} > 0 or ${t.linesCents} <> ${t.amountCents})`,
      ),
    check('payouts_status', sql`${t.status} in ('pending', 'inTransit', 'paid', 'failed', 'cancelled')`),
    check('payouts_lines', sql`${t.lines} in ('ready', 'later', 'never')`),
  ],
);

/** Lines of payouts, each once. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    id: identity(),
    payoutId: id('payout_id')
      .notNull()
      .references(() => payouts.id),
    provider: text('provider').$type<ProviderName>().notNull(),
    lineRef: text('line_ref').notNull(),
    kind: text('kind').$type<PayoutLineKind>().notNull(),
    paymentRef: text('payment_ref'),
    causeRef: text('cause_ref'),
    /** Public id of the order that the provider stored with the payment. */
    namedOrder: text('named_order'),
    grossCents: cents('gross_cents').notNull(),
    feeCents: cents('fee_cents').notNull(),
    netCents: cents('net_cents').notNull(),
    currency: text('currency').notNull(),
    at: time('at').notNull(),
    note: text('note'),
    orderId: id('order_id').references(() => orders.id),
    /** The gross amount that the site knows. Null without an order, or in another currency. */
    expectedCents: cents('expected_cents'),
  },
  (t) => [
    unique('payout_lines_ref').on(t.provider, t.lineRef),
    index('payout_lines_payout').on(t.payoutId, t.id),
    index('payout_lines_order').on(t.orderId),
    index('payout_lines_open')
      .on(t.payoutId, t.id)
      .where(
        sql`${t.kind} in ('charge', 'refund', 'dispute') and (${t.orderId} is null or ${t.expectedCents} <> ${t.grossCents})`,
      ),
    check('payout_lines_kind', sql`${t.kind} in ('charge', 'refund', 'dispute', 'fee', 'adjustment')`),
    check('payout_lines_net', sql`${t.netCents} = ${t.grossCents} - ${t.feeCents}`),
  ],
);

/**
 * Paid orders that no payout had a payment of when they were paid. Triggers add an order with its payment and remove it
 * with its line, so the few orders that are missing in payouts are found without all others. It may hold an order whose
 * line was stored at the same moment.
 */
export const ordersAwaitingPayout = pgTable(
  'orders_awaiting_payout',
  {
    orderId: id('order_id').primaryKey(),
    provider: text('provider').$type<ProviderName>().notNull(),
    paidAt: time('paid_at').notNull(),
  },
  (t) => [index('orders_awaiting_payout_paid').on(t.provider, t.paidAt, t.orderId)],
);

/** When the payouts of each provider were fetched, and are fetched next. */
export const payoutFetches = pgTable('payout_fetches', {
  provider: text('provider').$type<ProviderName>().primaryKey(),
  /** While a fetch runs, the end of its lease. */
  nextAt: time('next_at').notNull(),
  fetchedAt: time('fetched_at'),
  /** Time and error of the last fetch. Null if it succeeded. */
  failedAt: time('failed_at'),
  lastError: text('last_error'),
});
