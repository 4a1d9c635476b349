import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { PaymentEventKind, PaymentRequest, Place, ProviderName } from '#/server/ports/payments.ts';
import { orders } from './orders.ts';
import { id, identity, time } from './columns.ts';

/** Replaced payments: the buyer chose another payment method. Their later events are still processed. */
export const replacedPayments = pgTable(
  'replaced_payments',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    paymentRef: text('payment_ref').notNull(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    paymentMethodName: text('payment_method_name'),
    payUrl: text('pay_url'),
    replacedAt: time('replaced_at').notNull(),
    /** Cents that were paid in addition to the order's own payment and not refunded. */
    keptCents: integer('kept_cents').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.paymentRef] }),
    index('replaced_payments_order').on(t.orderId),
    // for orders that were paid twice
    index('replaced_payments_kept')
      .on(t.orderId)
      .where(sql`${t.keptCents} > 0`),
    check('replaced_payments_kept', sql`${t.keptCents} >= 0`),
  ],
);

/** Payments without a final event. Their providers are asked about them, because a webhook may be lost. */
export const paymentAsks = pgTable(
  'payment_asks',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    paymentRef: text('payment_ref').notNull(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Number of questions so far. */
    asks: integer('asks').notNull().default(0),
    /** Time of the next question. While a question runs, the end of its lease. */
    nextAskAt: time('next_ask_at').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.paymentRef] }),
    index('payment_asks_due').on(t.provider, t.nextAskAt),
    check('payment_asks_asks', sql`${t.asks} >= 0`),
  ],
);

/** Providers that do not answer now. None of their payments is asked about before `nextAskAt`. */
export const providerOutages = pgTable('provider_outages', {
  provider: text('provider').$type<ProviderName>().primaryKey(),
  /** Number of rounds in a row without an answer. */
  failures: integer('failures').notNull(),
  nextAskAt: time('next_ask_at').notNull(),
});

/** Inbox of payment events, each stored once, before the provider gets its 2xx. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: identity(),
    provider: text('provider').$type<ProviderName>().notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').$type<PaymentEventKind>().notNull(),
    paymentRef: text('payment_ref').notNull(),
    /** Id of the reported fact: the payment, its refund, or its dispute. */
    causeRef: text('cause_ref').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** What the event tells about the buyer's country. */
    places: jsonb('places').$type<Place[]>(),
    raw: text('raw').notNull(),
    receivedAt: time('received_at').notNull(),
    processedAt: time('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    runAt: time('run_at').notNull(),
    lastError: text('last_error'),
  },
  (t) => [
    unique('payment_events_event').on(t.provider, t.eventId),
    unique('payment_events_cause').on(t.provider, t.kind, t.causeRef),
    index('payment_events_payment').on(t.provider, t.paymentRef),
    index('payment_events_received').on(t.receivedAt),
    index('payment_events_due')
      .on(t.runAt, t.id)
      .where(sql`${t.processedAt} is null`),
    check('payment_events_amount', sql`${t.amountCents} >= 0`),
  ],
);

/**
 * Refunds that an operator has requested. The provider is asked after the transaction that writes the row, and
 * refunds once for each key.
 */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: identity(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text('provider').$type<ProviderName>().notNull(),
    paymentRef: text('payment_ref').notNull(),
    cents: integer('cents').notNull(),
    /** Idempotency key for the provider. */
    key: text('key').notNull().unique(),
    /** Refunded cents of this payment, failed refunds included, that the provider had reported before the request. */
    reportedCents: integer('reported_cents').notNull(),
    createdAt: time('created_at').notNull(),
    runAt: time('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Time at which the provider accepted the request. */
    askedAt: time('asked_at'),
    /** Time at which the provider reported the result. */
    reportedAt: time('reported_at'),
    /** Time at which the request was given up, because the provider did not accept it. */
    failedAt: time('failed_at'),
    lastError: text('last_error'),
  },
  (t) => [
    index('refund_requests_order').on(t.orderId),
    index('refund_requests_due')
      .on(t.runAt, t.id)
      .where(sql`${t.askedAt} is null and ${t.failedAt} is null`),
    index('refund_requests_open')
      .on(t.orderId)
      .where(sql`${t.reportedAt} is null and ${t.failedAt} is null`),
    check('refund_requests_cents', sql`${t.cents} > 0 and ${t.reportedCents} >= 0`),
  ],
);

/**
 * Payments of which a refund failed, until it is requested again, another one is reported, or an operator closes it: the
 * money is still here.
 */
export const failedRefunds = pgTable(
  'failed_refunds',
  {
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text('provider').$type<ProviderName>().notNull(),
    paymentRef: text('payment_ref').notNull(),
    failedAt: time('failed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.provider, t.paymentRef] })],
);

/** Granted orders: one row for each, so that goods are granted once (OR1). */
export const orderGrants = pgTable('order_grants', {
  orderId: id('order_id')
    .primaryKey()
    .references(() => orders.id),
  /** The event that paid for the order. Null when it was paid in coins, or an operator granted it. */
  paymentEventId: id('payment_event_id').references(() => paymentEvents.id),
  createdAt: time('created_at').notNull(),
});

/** Payments in the sandbox, separate from the orders, as a real provider would keep them. */
export const sandboxPayments = pgTable('sandbox_payments', {
  ref: text('ref').primaryKey(),
  /** The request: order, sum, and the address to which the buyer returns. */
  request: jsonb('request').$type<PaymentRequest>().notNull(),
  state: text('state').$type<'open' | 'paid' | 'declined' | 'expired'>().notNull(),
  refundedCents: integer('refunded_cents').notNull().default(0),
  createdAt: time('created_at').notNull(),
});

/** Webhooks of the sandbox, posted until they are answered with 2xx. */
export const sandboxWebhooks = pgTable(
  'sandbox_webhooks',
  {
    id: identity(),
    eventId: text('event_id').notNull().unique(),
    body: text('body').notNull(),
    attempts: integer('attempts').notNull().default(0),
    runAt: time('run_at').notNull(),
    sentAt: time('sent_at'),
    failedAt: time('failed_at'),
  },
  (t) => [
    index('sandbox_webhooks_due')
      .on(t.runAt, t.id)
      .where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
  ],
);
