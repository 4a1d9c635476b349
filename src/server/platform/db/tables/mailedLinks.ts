import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytea, id, identity, time } from './columns.ts';

/**
 * Mailed links. verify, changeOld and changeNew confirm an address: that of the account, or of an e-mail change.
 * notMe and undoChange revert a change that an intruder made: notMe is mailed to the account's address, undoChange to
 * its former one. gameLink confirms a link to a player of the game.
 */
export const emailTokens = pgTable(
  'email_tokens',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose')
      .$type<'verify' | 'changeOld' | 'changeNew' | 'notMe' | 'undoChange' | 'gameLink'>()
      .notNull(),
    /** Receiving address of the mail. The link confirms only this address. */
    email: text('email').notNull(),
    /** The second factor was older than 7 days when this was mailed, so notMe and undoChange do not remove it. */
    keepsTwoFa: boolean('keeps_two_fa').notNull().default(false),
    tokenHash: bytea('token_hash').notNull().unique(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [
    index('email_tokens_account').on(t.accountId, t.purpose),
    index('email_tokens_expires').on(t.expiresAt),
    index('email_tokens_undo')
      .on(t.email)
      .where(sql`${t.purpose} = 'undoChange'`),
    check(
      'email_tokens_purpose',
      sql`${t.purpose} in ('verify', 'changeOld', 'changeNew', 'notMe', 'undoChange', 'gameLink')`,
    ),
    check('email_tokens_hash', sql`length(${t.tokenHash}) = 32`),
  ],
);

/** A pending e-mail change. It is in force once both addresses have confirmed it. */
export const emailChanges = pgTable(
  'email_changes',
  {
    accountId: id('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    newEmail: text('new_email').notNull(),
    oldConfirmedAt: time('old_confirmed_at'),
    newConfirmedAt: time('new_confirmed_at'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [check('email_changes_lower', sql`${t.newEmail} = lower(${t.newEmail})`)],
);

/** Recoveries of a password. A recovery of an unknown address is stored too, so that it takes the same time. */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: identity(),
    serverKey: text('server_key').notNull(),
    email: text('email').notNull(),
    /** Null when no account has this address; then every code is wrong. */
    accountId: id('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the flow cookie. */
    flowHash: bytea('flow_hash').notNull().unique(),
    /** HMAC of the code. */
    codeMac: bytea('code_mac').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** When the right code was entered. */
    acceptedAt: time('accepted_at'),
    usedAt: time('used_at'),
  },
  (t) => [
    index('password_resets_of').on(t.serverKey, t.email),
    index('password_resets_expires').on(t.expiresAt),
    index('password_resets_account')
      .on(t.accountId)
      .where(sql`${t.accountId} is not null`),
    check('password_resets_attempts', sql`${t.attempts} between 0 and 5`),
  ],
);
