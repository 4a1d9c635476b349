import { sql } from 'drizzle-orm';
import { check, integer, pgTable } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';

/**
 * Progress of the demonstration's history; no other site has a row. Rows get a past time (`siteNow`) only while the history
 * is unfinished.
 */
export const demoHistory = pgTable(
  'demo_history',
  {
    id: integer('id').primaryKey().default(1),
    /** The same seed, end and number of days make the same steps. */
    seed: integer('seed').notNull(),
    days: integer('days').notNull(),
    players: integer('players').notNull(),
    endsAt: time('ends_at').notNull(),
    /** Steps before this one are done. */
    nextStep: integer('next_step').notNull().default(0),
    finishedAt: time('finished_at'),
  },
  (t) => [check('demo_history_one', sql`${t.id} = 1`)],
);
