import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts, sessions } from './accounts.ts';
import { bytea, id, identity, time } from './columns.ts';

/** Passkeys of players. Each signs in without password and code. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    credentialId: bytea('credential_id').notNull().unique(),
    /** COSE. */
    publicKey: bytea('public_key').notNull(),
    /** Signatures that the authenticator has counted. It only rises, or stays 0 where nothing is counted. */
    counter: id('counter').notNull(),
    name: text('name').notNull(),
    /** Whether a provider keeps it, so that it outlives the device. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (t) => [
    index('passkeys_account').on(t.accountId, t.id),
    check('passkeys_credential', sql`length(${t.credentialId}) between 1 and 1023`),
    check('passkeys_counter', sql`${t.counter} >= 0`),
  ],
);

/** Challenges that no browser has answered yet. Each is deleted when it is used. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** SHA-256. */
    challengeHash: bytea('challenge_hash').primaryKey(),
    purpose: text('purpose').$type<'add' | 'signIn'>().notNull(),
    /** add: the session that asked. */
    sessionId: id('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** signIn: SHA-256 of a cookie of the browser that asked. */
    flowHash: bytea('flow_hash'),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_expires').on(t.expiresAt),
    index('passkey_challenges_session').on(t.sessionId),
    check('passkey_challenges_purpose', sql`${t.purpose} in ('add', 'signIn')`),
    check(
      'passkey_challenges_owner',
      sql`(${t.purpose} = 'add') = (${t.sessionId} is not null) and (${t.purpose} = 'signIn') = (${t.flowHash} is not null)`,
    ),
  ],
);
