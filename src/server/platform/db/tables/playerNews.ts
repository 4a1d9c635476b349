import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { MailChoice, MailedKind, NewsKind, WaitCause } from '#/contract/kernel/playerNews.ts';
import { accounts } from './accounts.ts';
import { id, identity, type Localised, time } from './columns.ts';

/** What an entry is about, by its kind: ids, so that no name outlives what it names. */
export interface NewsSubject {
  goods: { delivery: number };
  waits: { delivery: number; why: WaitCause; others?: number };
  refund: { order: number; cents: number; hasFailed?: boolean };
  unpaid: { order: number };
  friend: { friend: number };
  reward: { milestone: number };
  promotion: { titles: Localised | null; code: string; endsAt: string };
  terms: { notice: number };
}

/**
 * News of a player, written in the transaction of its cause (C15). Triggers write that of deliveries (`tell_delivery`) and of
 * rewards (`tell_reward`).
 */
export const playerNews = pgTable(
  'player_news',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NewsKind>().notNull(),
    /** Names the event. Each is told to a player once. */
    cause: text('cause').notNull(),
    subject: jsonb('subject').$type<NewsSubject[NewsKind]>().notNull(),
    at: time('at').notNull(),
    readAt: time('read_at'),
    /**
     * Time from which it is mailed if it is still unread, from `news_mail_at`. Null when it was mailed, or is not to be.
     */
    mailAt: time('mail_at'),
  },
  (t) => [
    unique('player_news_cause').on(t.accountId, t.cause),
    index('player_news_account').on(t.accountId, t.id),
    index('player_news_unread')
      .on(t.accountId, t.id)
      .where(sql`${t.readAt} is null`),
    index('player_news_due')
      .on(t.mailAt)
      .where(sql`${t.mailAt} is not null and ${t.readAt} is null`),
    // for the job that removes old ones
    index('player_news_time').using('brin', t.at),
    check(
      'player_news_kind',
      sql`${t.kind} in ('goods', 'waits', 'refund', 'unpaid', 'friend', 'reward', 'promotion', 'terms')`,
    ),
  ],
);

/** How a kind of news is mailed to a player, where they have chosen; `DEFAULT_MAIL_CHOICES` has the others (C16). */
export const mailChoices = pgTable(
  'mail_choices',
  {
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<MailedKind>().notNull(),
    choice: text('choice').$type<MailChoice>().notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.kind] }),
    // for a promotion: who asked for its mails
    index('mail_choices_wanted')
      .on(t.kind, t.accountId)
      .where(sql`${t.choice} <> 'off'`),
    check(
      'mail_choices_kind',
      sql`${t.kind} in ('goods', 'waits', 'unpaid', 'friend', 'reward', 'promotion')`,
    ),
    check('mail_choices_choice', sql`${t.choice} in ('now', 'daily', 'off')`),
  ],
);
