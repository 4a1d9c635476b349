import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { MakeExportBody } from '#/contract/operator/figures/exports.ts';
import type { SiteCounts } from '#/contract/operator/site.ts';
import { bytea, id, identity, time } from '../columns.ts';
import { operators } from './operators.ts';

/** Sums of a day (UTC), which a job extends from append-only rows. Events since the last run are missing. */
export const daySums = pgTable(
  'day_sums',
  {
    day: date('day', { mode: 'string' }).notNull(),
    metric: text('metric').notNull(),
    /** Key of the game server, a slash, and the dimension of the metric, for example a provider or a case. */
    dimension: text('dimension').notNull(),
    value: bigint('value', { mode: 'number' }).notNull(),
  },
  // the metric comes first, so that reading its days is one scan of the key
  (t) => [primaryKey({ columns: [t.metric, t.day, t.dimension] })],
);

/**
 * Players who paid, by closed day (UTC) and game server. Different payers of a range cannot be summed from days, so each
 * row has them for every range that ends with its day.
 */
export const payerCounts = pgTable(
  'payer_counts',
  {
    day: date('day', { mode: 'string' }).notNull(),
    server: text('server').notNull(),
    /** Element `n`: players with a payment in the `n` days that end with this day. */
    payers: integer('payers').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.server] })],
);

/**
 * VAT of a day (UTC) by game server, country and rate, counted from the payment events up to the mark `vat`. Triggers put
 * a day into `vat_recounts` when a country, a day of payment or a rate changes that it was counted with.
 */
export const vatSums = pgTable(
  'vat_sums',
  {
    day: date('day', { mode: 'string' }).notNull(),
    server: text('server').notNull(),
    /** Null for orders whose country is not known. */
    country: text('country'),
    /** Null without a confirmed rate. VAT is then 0. */
    basisPoints: integer('basis_points'),
    /** Orders by the day of their first payment. */
    orders: integer('orders').notNull(),
    grossCents: bigint('gross_cents', { mode: 'number' }).notNull(),
    vatCents: bigint('vat_cents', { mode: 'number' }).notNull(),
    refunds: integer('refunds').notNull(),
    refundedGrossCents: bigint('refunded_gross_cents', { mode: 'number' }).notNull(),
    refundedVatCents: bigint('refunded_vat_cents', { mode: 'number' }).notNull(),
  },
  (t) => [unique('vat_sums_key').on(t.day, t.server, t.country, t.basisPoints).nullsNotDistinct()],
);

/** Days whose VAT must be counted again. Each change adds rows of its own, so that none is lost in a recount under way. */
export const vatRecounts = pgTable('vat_recounts', {
  id: identity(),
  day: date('day', { mode: 'string' }).notNull(),
});

/** Progress of the counting: rows of a source up to this id are in `day_sums`, or in `vat_sums`. */
export const daySumMarks = pgTable('day_sum_marks', {
  source: text('source').primaryKey(),
  lastId: id('last_id').notNull(),
});

/** Days whose sums were compared with the books. */
export const daySumChecks = pgTable(
  'day_sum_checks',
  {
    day: date('day', { mode: 'string' }).primaryKey(),
    checkedAt: time('checked_at').notNull(),
    /** Number of sums of the day that differ from the books. */
    differences: integer('differences').notNull(),
  },
  (t) => [
    index('day_sum_checks_differing')
      .on(t.day)
      .where(sql`${t.differences} > 0`),
    check('day_sum_checks_differences', sql`${t.differences} >= 0`),
  ],
);

/** Requested exports. A ticket downloads the file once. The file itself is not stored. */
export const exportTickets = pgTable(
  'export_tickets',
  {
    /** SHA-256 of the ticket. */
    ticketHash: bytea('ticket_hash').primaryKey(),
    operatorId: id('operator_id')
      .notNull()
      .references(() => operators.id),
    filter: jsonb('filter').$type<Omit<MakeExportBody, 'reason'>>().notNull(),
    /** Number of rows in the file, and the range of their ids. */
    rows: integer('rows').notNull(),
    firstId: id('first_id').notNull(),
    lastId: id('last_id').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [
    index('export_tickets_expires').on(t.expiresAt),
    check('export_tickets_hash', sql`length(${t.ticketHash}) = 32`),
  ],
);

/** Lines of "needs you" that were mailed to the owners. */
export const needMails = pgTable('need_mails', {
  /** Name of the line. */
  need: text('need').$type<keyof SiteCounts>().primaryKey(),
  /** Count that the owners know of. It falls with the line's count. */
  count: integer('count').notNull(),
  /** Time of the last mail. Kept while the count is 0, so that each line is mailed at most once an hour. */
  mailedAt: time('mailed_at'),
});
