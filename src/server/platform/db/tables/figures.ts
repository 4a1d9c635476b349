import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, time } from './columns.ts';

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
  // a metric over a range of days is one range of the key
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
