import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { MakeExportBody } from '#/contract/operator/figures/exports.ts';
import type { SiteCounts } from '#/contract/operator/site.ts';
import { bytea, id, time } from '../columns.ts';
import { operators } from './operators.ts';

/** Sums of a day (UTC), which a job moves on from append-only rows. What happened since its last run is not in them. */
export const daySums = pgTable(
  'day_sums',
  {
    day: date('day', { mode: 'string' }).notNull(),
    metric: text('metric').notNull(),
    /** Key of the game server, a slash, and what the metric tells apart: a provider, a case. */
    dimension: text('dimension').notNull(),
    value: bigint('value', { mode: 'number' }).notNull(),
  },
  // the metric comes first, so that reading its days is one scan of the key
  (t) => [primaryKey({ columns: [t.metric, t.day, t.dimension] })],
);

/** Progress of the counting: rows of a source up to this id are in `day_sums`. */
export const daySumMarks = pgTable('day_sum_marks', {
  source: text('source').primaryKey(),
  lastId: id('last_id').notNull(),
});

/** Days that were summed again from the books. */
export const daySumChecks = pgTable(
  'day_sum_checks',
  {
    day: date('day', { mode: 'string' }).primaryKey(),
    checkedAt: time('checked_at').notNull(),
    /** Sums of the day that differ from the books. */
    differences: integer('differences').notNull(),
  },
  (t) => [
    index('day_sum_checks_differing')
      .on(t.day)
      .where(sql`${t.differences} > 0`),
    check('day_sum_checks_differences', sql`${t.differences} >= 0`),
  ],
);

/** What a file was asked for; its ticket loads it once. No row of the file is stored. */
export const exportTickets = pgTable(
  'export_tickets',
  {
    /** SHA-256 of the ticket. */
    ticketHash: bytea('ticket_hash').primaryKey(),
    operatorId: id('operator_id')
      .notNull()
      .references(() => operators.id),
    filter: jsonb('filter').$type<Omit<MakeExportBody, 'reason'>>().notNull(),
    /** The rows that it has, and between which ids. */
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

/** What needs somebody and was mailed to the owners. A row falls with its cause. */
export const needMails = pgTable('need_mails', {
  /** Name of the line. */
  need: text('need').$type<keyof SiteCounts>().primaryKey(),
  /** How much the owners know of; less once it falls. */
  count: integer('count').notNull(),
  /** When the owners were mailed last; kept while the line is down, so that it is mailed once an hour at most. */
  mailedAt: time('mailed_at'),
});
