import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { BlockScope } from '#/contract/kernel/blocks.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { servers } from './servers.ts';
import { bytea, id, identity, time, createdAt, siteNow } from './columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: identity(),
    serverKey: text('server_key')
      .notNull()
      .references(() => servers.key),
    login: text('login').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** The name of the account inside its passkeys: 32 random bytes that tell nothing about it. Null until the first one. */
    passkeyHandle: bytea('passkey_handle'),
    userPromoCode: text('user_promo_code').notNull().unique(),
    inviterId: id('inviter_id').references((): AnyPgColumn => accounts.id, { onDelete: 'set null' }),
    invitedAt: time('invited_at'),
    /** When the inviter was told that this player counts for the first time. */
    inviterToldAt: time('inviter_told_at'),
    /** The discount code entered at sign-up, for the first payment (A10). Its table imports this one. */
    keptDiscountId: id('kept_discount_id'),
    /** Network address at sign-up without its last part. Empty when unknown. */
    signUpNetwork: text('sign_up_network').notNull().default(''),
    /** closed: deleted by its player. Login, address and password are gone, the ledger stays. */
    status: text('status').$type<'active' | 'closed'>().notNull().default('active'),
    /** Language of the mails. */
    locale: text('locale').$type<Locale>().notNull().default('ru'),
    isVerified: boolean('is_verified').notNull().default(false),
    isMediaPartner: boolean('is_media_partner').notNull().default(false),
    isTwoFaEnabled: boolean('is_two_fa_enabled').notNull().default(false),
    /**
     * Whether the balance of the debt account is below 0, because a payment was refunded after its coins were spent.
     * `balanceDebt` keeps the column equal to the ledger.
     */
    isInDebt: boolean('is_in_debt').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('accounts_email').on(t.serverKey, sql`lower(${t.email})`),
    uniqueIndex('accounts_login').on(t.serverKey, sql`lower(${t.login})`),
    // for the operators' search: an e-mail on every server, a login by its first characters
    index('accounts_email_anywhere').on(sql`lower(${t.email})`),
    index('accounts_login_prefix').on(sql`lower(${t.login}) text_pattern_ops`),
    index('accounts_inviter').on(t.inviterId, t.id),
    // for the job that tells inviters when an invited player counts
    index('accounts_inviter_untold')
      .on(t.id)
      .where(sql`${t.inviterId} is not null and ${t.inviterToldAt} is null and ${t.isVerified}`),
    // for the job that tells players of the end of the code they keep
    index('accounts_kept_discount')
      .on(t.keptDiscountId)
      .where(sql`${t.keptDiscountId} is not null`),
    index('accounts_time').using('brin', t.createdAt),
    // for the filters of the operators' list
    index('accounts_of_server').on(t.serverKey, t.id),
    index('accounts_of_status')
      .on(t.status, t.id)
      .where(sql`${t.status} <> 'active'`),
    index('accounts_in_debt')
      .on(t.id)
      .where(sql`${t.isInDebt}`),
    index('accounts_media_partners')
      .on(t.id)
      .where(sql`${t.isMediaPartner}`),
    index('accounts_inviter_network').on(t.inviterId, t.signUpNetwork, t.id),
    index('accounts_unverified')
      .on(t.createdAt)
      .where(sql`not ${t.isVerified} and ${t.status} = 'active'`),
    check('accounts_email_lower', sql`${t.email} = lower(${t.email})`),
    check('accounts_status', sql`${t.status} in ('active', 'closed')`),
    check('accounts_locale', sql`${t.locale} in ('ru', 'uk', 'en')`),
    check('accounts_inviter_other', sql`${t.inviterId} <> ${t.id}`),
  ],
);

/**
 * Blocks of accounts with their scope, source and end. A block ends by the clock, so a row must be compared with the
 * time: `domain/accounts/access/blocks.ts` has the condition.
 */
export const accountBlocks = pgTable(
  'account_blocks',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    scope: text('scope').$type<BlockScope>().notNull(),
    source: text('source').$type<'operator' | 'player' | 'rule'>().notNull(),
    reason: text('reason').notNull(),
    startsAt: time('starts_at').notNull(),
    /** Null when the block has no end. */
    endsAt: time('ends_at'),
    /** The operator who set the block. Null when the player, a rule or the site set it. */
    setBy: id('set_by'),
    liftedAt: time('lifted_at'),
    /** The operator who lifted the block. Null when the site lifted it. */
    liftedBy: id('lifted_by'),
  },
  (t) => [
    index('account_blocks_account').on(t.accountId, t.id),
    // for every check, and in this order for the operators' list of blocked players
    index('account_blocks_unlifted')
      .on(t.scope, t.accountId)
      .where(sql`${t.liftedAt} is null`),
    check(
      'account_blocks_scope',
      sql`${t.scope} in ('sign-in', 'buy', 'open', 'spend-in-game', 'deliver', 'refer')`,
    ),
    check('account_blocks_source', sql`${t.source} in ('operator', 'player', 'rule')`),
    check('account_blocks_ends', sql`${t.endsAt} > ${t.startsAt}`),
    check('account_blocks_lifted', sql`${t.liftedBy} is null or ${t.liftedAt} is not null`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    /** ticket: waits for a browser's exchange; bearer: works alone; browser: cookie and handle together. */
    kind: text('kind').$type<'ticket' | 'bearer' | 'browser'>().notNull(),
    /** SHA-256 of the secret: the bearer itself, or the value of the HttpOnly cookie. */
    tokenHash: bytea('token_hash').notNull().unique(),
    /** SHA-256 of the readable handle of a browser session. */
    handleHash: bytea('handle_hash').unique(),
    /** User-Agent at sign-in, cut to 300 characters. */
    userAgent: text('user_agent').notNull().default(''),
    /** Network address at sign-in without its last part. */
    address: text('address').notNull().default(''),
    /** When the password or a passkey was last checked in this session. */
    provenAt: time('proven_at').notNull().default(siteNow),
    /** Of a ticket: the browser that exchanges it becomes a trusted device. */
    trustsDevice: boolean('trusts_device').notNull().default(false),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    endedAt: time('ended_at'),
  },
  (t) => [
    // for the sessions of a player, and for deleting the account
    index('sessions_account').on(t.accountId, t.id),
    index('sessions_ended').on(sql`coalesce(${t.endedAt}, ${t.expiresAt})`),
    check('sessions_kind', sql`${t.kind} in ('ticket', 'bearer', 'browser')`),
    check('sessions_handle', sql`(${t.kind} = 'browser') = (${t.handleHash} is not null)`),
    check('sessions_hashes', sql`length(${t.tokenHash}) = 32 and length(${t.handleHash}) = 32`),
  ],
);

/**
 * Browsers that signed in to an account before. Their attempts are counted apart, so that strangers' guesses do not
 * lock them out. A trusted one is not asked for a code of the second factor.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: id('id').generatedAlwaysAsIdentity().unique(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the device's HttpOnly cookie. */
    deviceHash: bytea('device_hash').notNull(),
    /** User-Agent at the last sign-in, cut to 300 characters. */
    userAgent: text('user_agent').notNull().default(''),
    /** The last session of this browser. Not a foreign key, because sessions are deleted earlier. */
    sessionId: id('session_id'),
    firstSeenAt: time('first_seen_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    /** No code is asked for until then. Null when the device is not trusted. */
    trustedUntil: time('trusted_until'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.deviceHash] }),
    index('known_devices_device').on(t.deviceHash),
    check('known_devices_hash', sql`length(${t.deviceHash}) = 32`),
  ],
);

/** Second factors. */
export const twoFactors = pgTable(
  'two_factors',
  {
    accountId: id('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** AES-256-GCM. */
    secretEncrypted: bytea('secret_encrypted').notNull(),
    /** The newest 30-second step of an accepted code; it never decreases. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [check('two_factors_step', sql`${t.lastStep} > 0`)],
);

/** Secrets shown in the settings and not yet activated, one for each session. */
export const twoFactorSetups = pgTable('two_factor_setups', {
  sessionId: id('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  secretEncrypted: bytea('secret_encrypted').notNull(),
  createdAt: time('created_at').notNull(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** HMAC of the code. */
    codeMac: bytea('code_mac').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.codeMac] })],
);

/**
 * Append-only (trigger): events of accounts and of the site, with their actor. No address, secret or code is stored.
 */
export const audit = pgTable(
  'audit',
  {
    id: identity(),
    /** Not a foreign key, because the entry outlives its account. */
    accountId: id('account_id'),
    actor: text('actor').$type<'player' | 'operator' | 'site'>().notNull(),
    event: text('event').notNull(),
    detail: jsonb('detail').$type<Record<string, string | number | boolean>>().notNull().default({}),
    createdAt: time('created_at').notNull(),
    /** The operator who acted in the browser. Null for a player, the site, or a command in the shell. */
    operatorId: id('operator_id'),
    /** Target of an operator's act, with its fields before and after. */
    targetType: text('target_type'),
    targetId: text('target_id'),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    reason: text('reason'),
    /** Id of the request in the log. */
    requestId: text('request_id'),
    /** Network of the operator's browser, without its last part. */
    network: text('network'),
    /** The second person who approved the act. Null when it needed none. */
    approvedBy: id('approved_by'),
  },
  (t) => [
    index('audit_account').on(t.accountId, t.id),
    index('audit_time').using('brin', t.createdAt),
    index('audit_operator')
      .on(t.operatorId, t.id)
      .where(sql`${t.operatorId} is not null`),
    index('audit_target')
      .on(t.targetType, t.targetId, t.id)
      .where(sql`${t.targetId} is not null`),
    index('audit_operators_acts')
      .on(t.id)
      .where(sql`${t.actor} = 'operator'`),
    // for the acts that decided a delivery among others
    index('audit_deliveries')
      .using('gin', sql`(${t.after} -> 'numbers')`)
      .where(sql`${t.event} = 'deliveriesDecided'`),
    check('audit_actor', sql`${t.actor} in ('player', 'operator', 'site')`),
  ],
);
