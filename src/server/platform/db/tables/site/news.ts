import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { hasAllLanguages, id, identity, localised, time } from '../columns.ts';

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

/**
 * Notices of changed terms, with how far the players were told (O34). The trigger `tell_change` leaves out the columns that
 * the sending changes.
 */
export const termsNotices = pgTable(
  'terms_notices',
  {
    id: identity(),
    /** The first day of the changed terms, UTC. */
    inForceOn: date('in_force_on', { mode: 'string' }).notNull(),
    texts: localised('texts'),
    announcedAt: time('announced_at').notNull(),
    /** Id of the operator. */
    announcedBy: id('announced_by').notNull(),
    /** Active players with a confirmed address at the announcement. */
    recipients: integer('recipients').notNull(),
    /** The newest account at the announcement. Later ones read the notice on the page of the terms. */
    lastAccount: id('last_account').notNull(),
    /** The accounts up to this one were told. */
    toldUpTo: id('told_up_to').notNull().default(0),
    /** Players who were written to. */
    mailed: integer('mailed').notNull().default(0),
    /** When the last account was told. */
    sentAt: time('sent_at'),
    withdrawnAt: time('withdrawn_at'),
  },
  (t) => [
    // one at a time
    uniqueIndex('terms_notices_sending')
      .on(sql`(${t.sentAt} is null)`)
      .where(sql`${t.sentAt} is null and ${t.withdrawnAt} is null`),
    check('terms_notices_texts', hasAllLanguages(t.texts)),
  ],
);
