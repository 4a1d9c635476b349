import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { localised, hasAllLanguages } from '../columns.ts';

/** Promotions of the banner (L5). One is shown as long as its discount code is valid. */
export const promos = pgTable(
  'promos',
  {
    /** Upper case. The promotion is hidden while no discount code has this name. */
    code: text('code').primaryKey(),
    titles: localised('titles'),
    sortOrder: integer('sort_order').notNull().default(0),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [check('promos_titles', hasAllLanguages(t.titles))],
);

export const news = pgTable(
  'news',
  {
    key: text('key').primaryKey(),
    publishedOn: date('published_on', { mode: 'string' }).notNull(),
    titles: localised('titles'),
    texts: localised('texts'),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [
    index('news_published').on(t.publishedOn),
    check('news_texts', sql`${hasAllLanguages(t.titles)} and ${hasAllLanguages(t.texts)}`),
  ],
);
