import { sql } from 'drizzle-orm';
import { check, index, integer, json, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts.ts';
import { bytea, id, time } from '../columns.ts';

/** Counted attempts of the rate limits in the current window. They survive a restart. */
export const rateLimits = pgTable(
  'budgets',
  {
    name: text('name').notNull(),
    /** HMAC of the counted subject (see `countAttempt`); neither network addresses nor e-mail addresses are stored. */
    subject: bytea('subject').notNull(),
    used: integer('used').notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.subject] }),
    index('budgets_resets').on(t.resetsAt),
    check('budgets_used', sql`${t.used} >= 0`),
  ],
);

/** Accepted captcha tokens, kept until they would expire. */
export const spentCaptchas = pgTable(
  'spent_captchas',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('spent_captchas_expires').on(t.expiresAt)],
);

/** Stored answers of effects, by the caller's idempotency key. */
export const idempotency = pgTable(
  'idempotency',
  {
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    /** SHA-256 of the endpoint and its input. */
    requestHash: bytea('request_hash').notNull(),
    /** Null only inside the transaction that computes the answer. */
    status: smallint('status'),
    body: json('body'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.key] }),
    index('idempotency_created').on(t.createdAt),
    check('idempotency_answer', sql`(${t.status} is null) = (${t.body} is null)`),
  ],
);

/** Idempotency keys of effects that span several transactions, or whose caller has no account. */
export const requestKeys = pgTable(
  'request_keys',
  {
    /** SHA-256 of the owner of the key: a cart or an order. */
    scope: bytea('scope').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the endpoint and its input. */
    requestHash: bytea('request_hash').notNull(),
    /** Null until the answer is stored. */
    body: json('body'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('request_keys_created').on(t.createdAt)],
);
