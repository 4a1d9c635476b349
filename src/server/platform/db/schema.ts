import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Rarity } from '#/contract/cases.ts';
import type { PointIcon } from '#/contract/landing.ts';
import type { Locale } from '#/contract/locale.ts';
import type { OrderState, ProductType, PurchaseType } from '#/contract/shop.ts';
import type { PaymentEventKind, PaymentRequest, ProviderName } from '#/server/ports/payments.ts';
import type { Grant, Quote, RewardGiven, RewardTaken, Taken } from './quote.ts';

/** A text in every language of the site. */
export type Localised = Record<Locale, string>;
export const NO_TEXT: Localised = { ru: '', uk: '', en: '' };

/** An info point of a server (L6). */
export interface ServerPoint {
  icon: PointIcon;
  titles: Localised;
  texts: Localised;
}

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const id = (name: string) => bigint(name, { mode: 'number' });
const identity = () => id('id').primaryKey().generatedAlwaysAsIdentity();
const time = (name: string) => timestamp(name, { withTimezone: true });
const createdAt = () => time('created_at').notNull().defaultNow();
const localised = (name: string) => jsonb(name).$type<Localised>().notNull();
const hasAllLanguages = (column: AnyPgColumn) => sql`${column} ?& array['ru', 'uk', 'en']`;

// --- servers and accounts

export const servers = pgTable(
  'servers',
  {
    key: text('key').primaryKey(),
    names: localised('names'),
    sortOrder: integer('sort_order').notNull().default(0),
    /** Address that a player enters in the game; null: not open yet. */
    address: text('address'),
    /** Of the server section (L6). */
    districts: localised('districts').default(NO_TEXT),
    facts: localised('facts').default(NO_TEXT),
    points: jsonb('points').$type<ServerPoint[]>().notNull().default([]),
  },
  (t) => [
    check('servers_names', hasAllLanguages(t.names)),
    check('servers_texts', sql`${hasAllLanguages(t.districts)} and ${hasAllLanguages(t.facts)}`),
  ],
);

/** The last report of each game server that reports itself. */
export const serverReports = pgTable(
  'server_reports',
  {
    serverKey: text('server_key')
      .primaryKey()
      .references(() => servers.key),
    online: integer('online').notNull(),
    slots: integer('slots'),
    reportedAt: time('reported_at').notNull(),
  },
  (t) => [check('server_reports_online', sql`${t.online} >= 0 and ${t.slots} > 0`)],
);

/** Samples of the players online on all servers together. */
export const onlineSamples = pgTable(
  'online_samples',
  {
    at: time('at').primaryKey(),
    online: integer('online').notNull(),
    /** Players of each server that answered. */
    byServer: jsonb('by_server').$type<Record<string, number>>().notNull(),
  },
  (t) => [
    index('online_samples_online').on(t.online),
    check('online_samples_online_positive', sql`${t.online} >= 0`),
  ],
);

/** Promotions of the banner (L5). One is shown as long as its discount code is valid. */
export const promos = pgTable(
  'promos',
  {
    /** Upper case. Without a discount code of this name the promotion is not shown. */
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
    userPromoCode: text('user_promo_code').notNull().unique(),
    inviterId: id('inviter_id').references((): AnyPgColumn => accounts.id, { onDelete: 'set null' }),
    invitedAt: time('invited_at'),
    /** Network address at sign-up without its last part; empty: unknown. */
    signUpNetwork: text('sign_up_network').notNull().default(''),
    /** closed: deleted by its player. Login, address and password are gone, the ledger stays. */
    status: text('status').$type<'active' | 'blocked' | 'closed'>().notNull().default('active'),
    /** Language of the mails. */
    locale: text('locale').$type<Locale>().notNull().default('ru'),
    isVerified: boolean('is_verified').notNull().default(false),
    isMediaPartner: boolean('is_media_partner').notNull().default(false),
    isTwoFaEnabled: boolean('is_two_fa_enabled').notNull().default(false),
    /**
     * The balance of its debt account is below 0, because a payment went back after its coins were spent. `balanceDebt`
     * keeps it equal to the ledger.
     */
    isInDebt: boolean('is_in_debt').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('accounts_email').on(t.serverKey, sql`lower(${t.email})`),
    uniqueIndex('accounts_login').on(t.serverKey, sql`lower(${t.login})`),
    index('accounts_inviter').on(t.inviterId, t.id),
    index('accounts_inviter_network').on(t.inviterId, t.signUpNetwork, t.id),
    index('accounts_unverified')
      .on(t.createdAt)
      .where(sql`not ${t.isVerified} and ${t.status} = 'active'`),
    check('accounts_email_lower', sql`${t.email} = lower(${t.email})`),
    check('accounts_status', sql`${t.status} in ('active', 'blocked', 'closed')`),
    check('accounts_locale', sql`${t.locale} in ('ru', 'uk', 'en')`),
    check('accounts_inviter_other', sql`${t.inviterId} <> ${t.id}`),
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
    /** When the password was last checked in this session. */
    provenAt: time('proven_at').notNull().defaultNow(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    endedAt: time('ended_at'),
  },
  (t) => [
    index('sessions_live')
      .on(t.accountId, t.id)
      .where(sql`${t.endedAt} is null`),
    index('sessions_ended').on(sql`coalesce(${t.endedAt}, ${t.expiresAt})`),
    check('sessions_kind', sql`${t.kind} in ('ticket', 'bearer', 'browser')`),
    check('sessions_handle', sql`(${t.kind} = 'browser') = (${t.handleHash} is not null)`),
    check('sessions_hashes', sql`length(${t.tokenHash}) = 32 and length(${t.handleHash}) = 32`),
  ],
);

/** Counted attempts of the rate limits in the current window. They survive a restart. */
export const budgets = pgTable(
  'budgets',
  {
    name: text('name').notNull(),
    /** SHA-256 of the subject that is counted; no address and no e-mail is stored. */
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

/**
 * Browsers that signed in to an account before. Their attempts are counted apart, so that strangers' guesses do not
 * lock them out.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the device's HttpOnly cookie. */
    deviceHash: bytea('device_hash').notNull(),
    firstSeenAt: time('first_seen_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.deviceHash] }),
    index('known_devices_device').on(t.deviceHash),
    check('known_devices_hash', sql`length(${t.deviceHash}) = 32`),
  ],
);

/**
 * Mailed links. verify, changeOld and changeNew confirm an address: of the account, or of an e-mail change. notMe and
 * undoChange take back what somebody else did: notMe is mailed to the account's address, undoChange to a former one.
 */
export const emailTokens = pgTable(
  'email_tokens',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<'verify' | 'changeOld' | 'changeNew' | 'notMe' | 'undoChange'>().notNull(),
    /** The address it was mailed to. The link confirms only this one. */
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
      sql`${t.purpose} in ('verify', 'changeOld', 'changeNew', 'notMe', 'undoChange')`,
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
    /** Null: nobody has this address, and no code is right. */
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
    check('password_resets_attempts', sql`${t.attempts} between 0 and 5`),
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

/** Accepted captcha tokens, kept until they would expire. */
export const spentCaptchas = pgTable(
  'spent_captchas',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('spent_captchas_expires').on(t.expiresAt)],
);

/** Queue of mails: written in the transaction that causes them, sent after it. */
export const mailQueue = pgTable(
  'mail_queue',
  {
    id: identity(),
    accountId: id('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** Address and variables, AES-256-GCM. Deleted once the mail is sent or has failed, because it may hold a code. */
    contentEncrypted: bytea('content_encrypted'),
    /** A cause is mailed once. */
    cause: text('cause').notNull().unique(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: time('created_at').notNull(),
    runAt: time('run_at').notNull(),
    sentAt: time('sent_at'),
    /** Failed after the last attempt. */
    failedAt: time('failed_at'),
    lastError: text('last_error'),
  },
  (t) => [
    index('mail_queue_due')
      .on(t.runAt, t.id)
      .where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
  ],
);

/** Append-only (trigger): what happened to accounts, and who did it. No address, secret or code is stored. */
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
  },
  (t) => [
    index('audit_account').on(t.accountId, t.id),
    check('audit_actor', sql`${t.actor} in ('player', 'operator', 'site')`),
  ],
);

/** When a recurring job is due. The server that updates the row runs it. */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  runAt: time('run_at').notNull(),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
  lastError: text('last_error'),
});

/** State of a book: an invariant that is checked while the site runs. */
export const bookChecks = pgTable('book_checks', {
  name: text('name').primaryKey(),
  /** The current pass has checked the ids up to here. */
  sliceAfter: id('slice_after').notNull().default(0),
  /** Rows that broke the invariant in the current pass. */
  found: id('found').notNull().default(0),
  /** Rows that break it, as far as known. */
  violations: id('violations').notNull().default(0),
  /** Number of broken rows that an operator has accepted. */
  accepted: id('accepted').notNull().default(0),
  brokenSince: time('broken_since'),
  checkedAt: time('checked_at'),
  durationMs: integer('duration_ms').notNull().default(0),
  /** End of the last pass over all rows. */
  wholeAt: time('whole_at'),
  lastError: text('last_error'),
});

// --- coins

/** Ledger accounts. Only `wallet` and `hold` have an owner and can never be below 0. */
export type LedgerKind = 'wallet' | 'hold' | 'debt' | 'sales' | 'shop' | 'prizes' | 'bonus' | 'reversal';

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: identity(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    ownerId: id('owner_id').references(() => accounts.id),
    balance: bigint('balance', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    unique('ledger_accounts_owner').on(t.kind, t.ownerId).nullsNotDistinct(),
    index('ledger_accounts_of').on(t.ownerId),
    check(
      'ledger_accounts_kind',
      sql`${t.kind} in ('wallet', 'hold', 'debt', 'sales', 'shop', 'prizes', 'bonus', 'reversal')`,
    ),
    check(
      'ledger_accounts_owned',
      sql`(${t.kind} in ('wallet', 'hold', 'debt')) = (${t.ownerId} is not null)`,
    ),
    check('ledger_accounts_balance', sql`${t.kind} not in ('wallet', 'hold') or ${t.balance} >= 0`),
  ],
);

/** Append-only (trigger): every movement of coins, once per business cause. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: identity(),
    fromId: id('from_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    toId: id('to_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: bigint({ mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('ledger_transfers_cause').on(t.reason, t.refType, t.refId),
    index('ledger_transfers_from').on(t.fromId, t.id),
    index('ledger_transfers_to').on(t.toId, t.id),
    check('ledger_transfers_amount', sql`${t.amount} > 0`),
    check('ledger_transfers_parties', sql`${t.fromId} <> ${t.toId}`),
  ],
);

// --- the catalogue

export const cases = pgTable(
  'cases',
  {
    /** Given by the catalogue files; never reused. */
    id: id('id').primaryKey(),
    /** Name of its catalogue file. */
    key: text('key').notNull().unique(),
    names: localised('names'),
    descriptions: localised('descriptions'),
    imageName: text('image_name').notNull(),
    /** Short text on its plate, as "HEIST 07". */
    plate: text('plate').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
  },
  (t) => [check('cases_texts', sql`${hasAllLanguages(t.names)} and ${hasAllLanguages(t.descriptions)}`)],
);

/** Items that left their case are kept, because coupons and older odds tables refer to them. */
export const caseItems = pgTable(
  'case_items',
  {
    /** Given by the catalogue files; never reused. */
    id: id('id').primaryKey(),
    caseId: id('case_id')
      .notNull()
      .references(() => cases.id),
    names: localised('names'),
    imageName: text('image_name').notNull(),
    color: text('color').$type<Rarity>().notNull(),
    sortOrder: integer('sort_order').notNull(),
    isSwapAvailable: boolean('is_swap_available').notNull(),
    /** OC that a conversion pays. */
    premiumCoinsPrice: integer('premium_coins_price').notNull(),
  },
  (t) => [
    check('case_items_names', hasAllLanguages(t.names)),
    check(
      'case_items_color',
      sql`${t.color} in ('simple', 'common', 'improved', 'rare', 'legendary', 'epic')`,
    ),
    check('case_items_price', sql`${t.premiumCoinsPrice} >= 0`),
  ],
);

/** Immutable (trigger): odds tables. The highest revision of a case is in force for new lots. */
export const caseOdds = pgTable(
  'case_odds',
  {
    hash: text('hash').primaryKey(),
    caseId: id('case_id')
      .notNull()
      .references(() => cases.id),
    revision: integer('revision').notNull(),
    /** Canonical text of contract/fair.ts. */
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('case_odds_revision').on(t.caseId, t.revision),
    // lots refer to the pair, so that a lot can never have the odds of another case
    unique('case_odds_of_case').on(t.caseId, t.hash),
    check('case_odds_revision_positive', sql`${t.revision} > 0`),
    check('case_odds_hash', sql`${t.hash} = encode(sha256(convert_to(${t.text}, 'UTF8')), 'hex')`),
  ],
);

// --- what players have

/** Lots: cases of one purchase or gift, opened with the odds that were shown at that time. */
export const caseLots = pgTable(
  'case_lots',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    caseId: id('case_id').notNull(),
    oddsHash: text('odds_hash').notNull(),
    bought: integer('bought').notNull(),
    opened: integer('opened').notNull().default(0),
    reason: text('reason').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.caseId, t.oddsHash], foreignColumns: [caseOdds.caseId, caseOdds.hash] }),
    unique('case_lots_cause').on(t.reason, t.refType, t.refId, t.caseId),
    index('case_lots_stock')
      .on(t.accountId, t.caseId, t.id)
      .where(sql`${t.opened} < ${t.bought}`),
    check('case_lots_bought', sql`${t.bought} > 0`),
    check('case_lots_opened', sql`${t.opened} between 0 and ${t.bought}`),
  ],
);

/** A chain of server seeds, fixed by its anchor before the player's first seed is known (PF1). */
export const fairChains = pgTable(
  'fair_chains',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Counts the chains of an account from 1. */
    chainNo: integer('chain_no').notNull(),
    /** Last seed of the chain, AES-256-GCM. */
    rootEncrypted: bytea('root_encrypted').notNull(),
    anchor: text('anchor').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [unique('fair_chains_no').on(t.accountId, t.chainNo)],
);

export const fairEpochs = pgTable(
  'fair_epochs',
  {
    id: identity(),
    publicId: text('public_id').notNull().unique(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    chainId: id('chain_id')
      .notNull()
      .references(() => fairChains.id),
    /** Place of the seed in the chain, from 1. */
    idx: integer('idx').notNull(),
    commitment: text('commitment').notNull(),
    /** AES-256-GCM; shown to the player only after the epoch has ended. */
    serverSeedEncrypted: bytea('server_seed_encrypted').notNull(),
    clientSeed: text('client_seed'),
    /** server: the player chose no seed before the first opening, which proves less. */
    clientSeedOrigin: text('client_seed_origin').$type<'player' | 'server'>(),
    nextNonce: integer('next_nonce').notNull().default(0),
    createdAt: time('created_at').notNull(),
    endedAt: time('ended_at'),
    /** Null: it is live, or it ended before this was recorded. */
    endedBy: text('ended_by').$type<'player' | 'server'>(),
  },
  (t) => [
    unique('fair_epochs_idx').on(t.chainId, t.idx),
    uniqueIndex('fair_epochs_live')
      .on(t.accountId)
      .where(sql`${t.endedAt} is null`),
    check('fair_epochs_nonce', sql`${t.nextNonce} >= 0`),
    check('fair_epochs_client_seed', sql`${t.clientSeed} ~ '^[A-Za-z0-9_-]{1,64}$'`),
    check('fair_epochs_origin', sql`(${t.clientSeed} is null) = (${t.clientSeedOrigin} is null)`),
    // the server cannot choose a client seed; epochs whose id begins with `e-` are older
    check(
      'fair_epochs_default_seed',
      sql`${t.clientSeedOrigin} <> 'server' or ${t.publicId} not like 'e2-%' or ${t.clientSeed} = left(encode(sha256(convert_to('SEED2|' || ${t.publicId}, 'UTF8')), 'hex'), 22)`,
    ),
  ],
);

/** Append-only (trigger): every drawn prize with what is needed to draw it again. */
export const draws = pgTable(
  'draws',
  {
    id: identity(),
    epochId: id('epoch_id')
      .notNull()
      .references(() => fairEpochs.id),
    nonce: integer('nonce').notNull(),
    clientSeed: text('client_seed').notNull(),
    clientSeedOrigin: text('client_seed_origin').$type<'player' | 'server'>().notNull(),
    lotId: id('lot_id')
      .notNull()
      .references(() => caseLots.id),
    oddsHash: text('odds_hash')
      .notNull()
      .references(() => caseOdds.hash),
    ticket: integer('ticket').notNull(),
    itemId: id('item_id')
      .notNull()
      .references(() => caseItems.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    unique('draws_nonce').on(t.epochId, t.nonce),
    index('draws_lot').on(t.lotId),
    check('draws_ticket', sql`${t.ticket} between 0 and 999999`),
  ],
);

/** Draws of each item under each odds table, counted by a job (PF1). */
export const drawCounts = pgTable(
  'draw_counts',
  {
    oddsHash: text('odds_hash')
      .notNull()
      .references(() => caseOdds.hash),
    itemId: id('item_id')
      .notNull()
      .references(() => caseItems.id),
    draws: integer('draws').notNull(),
  },
  (t) => [primaryKey({ columns: [t.oddsHash, t.itemId] }), check('draw_counts_draws', sql`${t.draws} > 0`)],
);

/** Progress of the counting: draws up to this id are in `draw_counts`. One row. */
export const drawCountMark = pgTable(
  'draw_count_mark',
  { onlyOne: boolean('only_one').primaryKey().default(true), lastDrawId: id('last_draw_id').notNull() },
  (t) => [check('draw_count_mark_one', sql`${t.onlyOne}`)],
);

/** Append-only (trigger): a closed day, whose tree fixes the draws that `draw_leaves` names. */
export const drawDays = pgTable(
  'draw_days',
  {
    /** UTC. */
    day: date('day', { mode: 'string' }).primaryKey(),
    draws: integer('draws').notNull(),
    /** The published hash. It covers the day, its draws and the root before it (`dayRoot`). */
    root: text('root').notNull(),
    previousRoot: text('previous_root'),
    /** Root of the tree over its draws; null: closed before roots were chained, `root` is that of the tree. */
    treeRoot: text('tree_root'),
    /** Every draw up to this id is in the tree of this day or of an earlier one. -1: closed before this was recorded. */
    settledDrawId: id('settled_draw_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    check('draw_days_draws', sql`${t.draws} > 0`),
    // so that two servers can never continue the same day with two different ones
    uniqueIndex('draw_days_one_chain')
      .on(sql`coalesce(${t.previousRoot}, '')`)
      .where(sql`${t.settledDrawId} >= 0`),
  ],
);

/** Append-only (trigger): the day whose tree holds a draw. Each draw is in one tree: the first that is closed after its commit. */
export const drawLeaves = pgTable('draw_leaves', {
  drawId: id('draw_id')
    .primaryKey()
    .references(() => draws.id),
  day: date('day', { mode: 'string' })
    .notNull()
    .references(() => drawDays.day),
});

/** Append-only (trigger): whole subtrees of a day's tree, so that a proof reads a thousand draws instead of all. */
export const drawDayParts = pgTable(
  'draw_day_parts',
  {
    day: date('day', { mode: 'string' })
      .notNull()
      .references(() => drawDays.day),
    /** From 0. */
    part: integer('part').notNull(),
    firstDrawId: id('first_draw_id').notNull(),
    lastDrawId: id('last_draw_id').notNull(),
    root: text('root').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.part] })],
);

/** Rare prizes that were shown to their winner, for the feed. */
export const drops = pgTable('drops', {
  id: identity(),
  couponId: id('coupon_id')
    .notNull()
    .unique()
    .references((): AnyPgColumn => coupons.id),
  at: time('at').notNull(),
});

export const coupons = pgTable(
  'coupons',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    itemId: id('item_id')
      .notNull()
      .references(() => caseItems.id),
    drawId: id('draw_id')
      .notNull()
      .unique()
      .references(() => draws.id),
    state: text('state').$type<'owned' | 'converted' | 'delivered'>().notNull().default('owned'),
    /** Copied from the item when it was won: later changes of the catalogue change no coupon. */
    isSwapAvailable: boolean('is_swap_available').notNull(),
    premiumCoinsPrice: integer('premium_coins_price').notNull(),
    createdAt: time('created_at').notNull(),
    /** When the player was shown the prize; null: the opening was interrupted. */
    revealedAt: time('revealed_at'),
  },
  (t) => [
    index('coupons_unrevealed')
      .on(t.accountId, t.id)
      .where(sql`${t.revealedAt} is null`),
    index('coupons_of').on(t.accountId, t.state, t.id),
    // for pages of one rarity: the newest coupons of each of its items
    index('coupons_of_item').on(t.accountId, t.state, t.itemId, t.id),
    check('coupons_state', sql`${t.state} in ('owned', 'converted', 'delivered')`),
    check('coupons_price', sql`${t.premiumCoinsPrice} >= 0`),
  ],
);

// --- the shop

/** A tab of the shop. */
export const products = pgTable(
  'products',
  {
    /** Given by the catalogue files. */
    id: id('id').primaryKey(),
    type: text('type').$type<ProductType>().notNull().unique(),
    titles: localised('titles'),
    tabTitles: localised('tab_titles'),
    image: text('image').notNull(),
    isComingSoon: boolean('is_coming_soon').notNull(),
    sortOrder: integer('sort_order').notNull(),
    /** Price of one coin; only `one_coin` has it and the range of a purchase. */
    basePriceCents: integer('base_price_cents'),
    priceFromCents: integer('price_from_cents'),
    priceToCents: integer('price_to_cents'),
    /** It left the catalogue; orders still refer to it. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [
    check('products_texts', sql`${hasAllLanguages(t.titles)} and ${hasAllLanguages(t.tabTitles)}`),
    check(
      'products_coin',
      sql`(${t.type} = 'one_coin') = (${t.basePriceCents} is not null and ${t.priceFromCents} is not null
        and ${t.priceToCents} is not null)`,
    ),
    check(
      'products_prices',
      sql`${t.basePriceCents} > 0 and ${t.priceFromCents} > 0 and ${t.priceToCents} >= ${t.priceFromCents}`,
    ),
  ],
);

/** What a price range adds to the coins (S5). */
export const bonusTiers = pgTable(
  'bonus_tiers',
  {
    productId: id('product_id')
      .notNull()
      .references(() => products.id),
    fromCents: integer('from_cents').notNull(),
    toCents: integer('to_cents').notNull(),
    coefficientBasisPoints: integer('coefficient_basis_points').notNull(),
    image: text('image').notNull(),
    titles: localised('titles'),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.fromCents] }),
    check('bonus_tiers_range', sql`${t.fromCents} > 0 and ${t.toCents} >= ${t.fromCents}`),
    check('bonus_tiers_coefficient', sql`${t.coefficientBasisPoints} between 10001 and 20000`),
    check('bonus_tiers_titles', hasAllLanguages(t.titles)),
  ],
);

/** Goods that are sold by the piece, for euro or for coins. */
export const goods = pgTable(
  'goods',
  {
    /** Given by the catalogue files; never reused. */
    id: id('id').primaryKey(),
    type: text('type').$type<Exclude<PurchaseType, 'one_coin'>>().notNull(),
    caseId: id('case_id').references(() => cases.id),
    names: localised('names'),
    descriptions: localised('descriptions'),
    image: text('image').notNull(),
    priceCents: integer('price_cents'),
    priceCoins: integer('price_coins'),
    /** Null: sold on every game server. */
    serverKeys: text('server_keys').array(),
    sortOrder: integer('sort_order').notNull(),
    /** What one piece gives. */
    grants: jsonb('grants').$type<Grant[]>().notNull(),
    /** Pieces that may ever be sold; null without a limit. */
    saleLimit: integer('sale_limit'),
    /** Pieces in paid orders. */
    sold: integer('sold').notNull().default(0),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [
    check('goods_type', sql`${t.type} in ('Premium', 'goods', 'Services', 'casesItem')`),
    check('goods_case', sql`(${t.type} = 'casesItem') = (${t.caseId} is not null)`),
    check('goods_texts', sql`${hasAllLanguages(t.names)} and ${hasAllLanguages(t.descriptions)}`),
    // exactly one price: neither free nor for both currencies (S9)
    check('goods_one_price', sql`num_nonnulls(${t.priceCents}, ${t.priceCoins}) = 1`),
    check('goods_price', sql`coalesce(${t.priceCents}, ${t.priceCoins}) > 0`),
    check('goods_sold', sql`${t.sold} >= 0 and ${t.saleLimit} >= 0`),
  ],
);

export const paymentGroups = pgTable(
  'payment_groups',
  {
    key: text('key').$type<'main' | 'systems' | 'crypto'>().primaryKey(),
    titles: localised('titles'),
    sortOrder: integer('sort_order').notNull(),
  },
  (t) => [check('payment_groups_titles', hasAllLanguages(t.titles))],
);

/** Which provider serves a method is configuration. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    name: text('name').primaryKey(),
    groupKey: text('group_key')
      .notNull()
      .references(() => paymentGroups.key),
    titles: localised('titles'),
    badges: text('badges').array().notNull(),
    sortOrder: integer('sort_order').notNull(),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [check('payment_methods_titles', hasAllLanguages(t.titles))],
);

export const discountCodes = pgTable(
  'discount_codes',
  {
    id: identity(),
    /** Upper case. */
    code: text('code').notNull().unique(),
    percentBasisPoints: integer('percent_basis_points'),
    fixedCents: integer('fixed_cents'),
    /** Null: every kind of purchase. */
    productTypes: text('product_types').$type<PurchaseType[]>().array(),
    goodsIds: bigint('goods_ids', { mode: 'number' }).array(),
    perAccountLimit: integer('per_account_limit'),
    totalLimit: integer('total_limit'),
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    check('discount_codes_code', sql`${t.code} ~ '^[A-Z0-9-]{3,35}$'`),
    check('discount_codes_one', sql`num_nonnulls(${t.percentBasisPoints}, ${t.fixedCents}) = 1`),
    check('discount_codes_percent', sql`${t.percentBasisPoints} between 1 and 10000`),
    check('discount_codes_fixed', sql`${t.fixedCents} > 0`),
    check('discount_codes_limits', sql`${t.perAccountLimit} > 0 and ${t.totalLimit} > 0`),
  ],
);

/** Saved purchases; the newest cart of a browser is its current one. */
export const carts = pgTable(
  'carts',
  {
    id: identity(),
    publicId: text('public_id').notNull().unique(),
    /** SHA-256 of the HttpOnly cart cookie. */
    tokenHash: bytea('token_hash').notNull(),
    /** The account that the purchase is for. */
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    /** The signed-in buyer when it was saved. */
    buyerId: id('buyer_id').references(() => accounts.id),
    quote: jsonb('quote').$type<Quote>().notNull(),
    paymentMethodName: text('payment_method_name'),
    discountCodeId: id('discount_code_id').references(() => discountCodes.id),
    /** Idempotency-Key with which it was saved, and the SHA-256 of what was sent. */
    requestKey: text('request_key'),
    requestHash: bytea('request_hash'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    index('carts_token').on(t.tokenHash, t.id),
    uniqueIndex('carts_request').on(t.tokenHash, t.requestKey),
    index('carts_expires').on(t.expiresAt),
    index('carts_account').on(t.accountId),
  ],
);

export const orders = pgTable(
  'orders',
  {
    id: identity(),
    /** 128 random bits, base64url. */
    publicId: text('public_id').notNull().unique(),
    /** Null: bought with coins, without a cart. */
    cartId: id('cart_id')
      .unique()
      .references(() => carts.id),
    /** The account that the order is for. */
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    /** The signed-in buyer; null for a visitor. */
    buyerId: id('buyer_id').references(() => accounts.id),
    state: text('state').$type<OrderState>().notNull(),
    /** Number of its transitions, which is the number of rows in its history. */
    version: integer('version').notNull(),
    /** Frozen when the order was placed. */
    quote: jsonb('quote').$type<Quote>().notNull(),
    goodsId: id('goods_id').references(() => goods.id),
    currency: text('currency').$type<'EUR' | 'OC'>().notNull(),
    totalCents: integer('total_cents').notNull(),
    totalCoins: integer('total_coins').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    paymentMethodName: text('payment_method_name'),
    /** Null: coins. */
    provider: text('provider').$type<ProviderName>(),
    /** The provider's id of the payment. */
    paymentRef: text('payment_ref'),
    payUrl: text('pay_url'),
    /** Language of the receipt. */
    locale: text('locale').$type<Locale>().notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    paidAt: time('paid_at'),
    grantedAt: time('granted_at'),
    /** What a refund or a charge-back revoked; null if nothing is revoked. A dispute that is won restores it. */
    taken: jsonb('taken').$type<Taken>(),
  },
  (t) => [
    index('orders_account').on(t.accountId, t.id),
    uniqueIndex('orders_payment').on(t.provider, t.paymentRef),
    index('orders_open')
      .on(t.expiresAt)
      .where(sql`${t.state} in ('created', 'pending')`),
    check(
      'orders_state',
      sql`${t.state} in ('created', 'pending', 'paid', 'granted', 'failed', 'expired', 'review', 'refunded', 'charged_back')`,
    ),
    check('orders_version', sql`${t.version} > 0`),
    check('orders_currency', sql`(${t.currency} = 'OC') = (${t.cartId} is null)`),
    check(
      'orders_total',
      sql`case ${t.currency} when 'OC' then ${t.totalCoins} > 0 and ${t.totalCents} = 0 else ${t.totalCents} > 0 and ${t.totalCoins} = 0 end`,
    ),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
  ],
);

/** Append-only (trigger): every transition of an order. */
export const orderMoves = pgTable(
  'order_moves',
  {
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    /** Version of the order after it, from 1. */
    version: integer('version').notNull(),
    /** Null: the order was created. */
    fromState: text('from_state').$type<OrderState>(),
    toState: text('to_state').$type<OrderState>().notNull(),
    actor: text('actor').$type<'player' | 'provider' | 'operator' | 'site'>().notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.version] }),
    check('order_moves_first', sql`(${t.version} = 1) = (${t.fromState} is null)`),
  ],
);

/** Replaced payments: the buyer chose another payment method. Their later events are still processed. */
export const replacedPayments = pgTable(
  'replaced_payments',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    paymentRef: text('payment_ref').notNull(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    paymentMethodName: text('payment_method_name'),
    payUrl: text('pay_url'),
    replacedAt: time('replaced_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.paymentRef] }),
    index('replaced_payments_order').on(t.orderId),
  ],
);

/** Payments without a final event. Their providers are asked about them, because a webhook may be lost. */
export const paymentAsks = pgTable(
  'payment_asks',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    paymentRef: text('payment_ref').notNull(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** How often it was asked. */
    asks: integer('asks').notNull().default(0),
    /** When it is asked next; while a question runs, the end of the lease. */
    nextAskAt: time('next_ask_at').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.paymentRef] }),
    index('payment_asks_due').on(t.provider, t.nextAskAt),
    check('payment_asks_asks', sql`${t.asks} >= 0`),
  ],
);

/** Providers that do not answer now. None of their payments is asked about before `nextAskAt`. */
export const providerOutages = pgTable('provider_outages', {
  provider: text('provider').$type<ProviderName>().primaryKey(),
  /** Rounds in a row without an answer. */
  failures: integer('failures').notNull(),
  nextAskAt: time('next_ask_at').notNull(),
});

/** Inbox of payment events, each stored once, before the provider gets its 2xx. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: identity(),
    provider: text('provider').$type<ProviderName>().notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').$type<PaymentEventKind>().notNull(),
    paymentRef: text('payment_ref').notNull(),
    /** Id of the reported fact: the payment, its refund, or its dispute. */
    causeRef: text('cause_ref').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    raw: text('raw').notNull(),
    receivedAt: time('received_at').notNull(),
    processedAt: time('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    runAt: time('run_at').notNull(),
    lastError: text('last_error'),
  },
  (t) => [
    unique('payment_events_event').on(t.provider, t.eventId),
    unique('payment_events_cause').on(t.provider, t.kind, t.causeRef),
    index('payment_events_payment').on(t.provider, t.paymentRef),
    index('payment_events_due')
      .on(t.runAt, t.id)
      .where(sql`${t.processedAt} is null`),
    check('payment_events_amount', sql`${t.amountCents} >= 0`),
  ],
);

/** Granted orders: one row for each, so that goods are granted once (OR1). */
export const orderGrants = pgTable('order_grants', {
  orderId: id('order_id')
    .primaryKey()
    .references(() => orders.id),
  /** The event that paid for it; null if coins were paid or an operator granted. */
  paymentEventId: id('payment_event_id').references(() => paymentEvents.id),
  createdAt: time('created_at').notNull(),
});

/** Uses of discount codes. A use counts while its order is paid. */
export const discountUses = pgTable(
  'discount_uses',
  {
    orderId: id('order_id')
      .primaryKey()
      .references(() => orders.id),
    discountCodeId: id('discount_code_id')
      .notNull()
      .references(() => discountCodes.id),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    releasedAt: time('released_at'),
  },
  (t) => [
    index('discount_uses_code')
      .on(t.discountCodeId, t.accountId)
      .where(sql`${t.releasedAt} is null`),
  ],
);

/** Days of Premium an account has; they follow one another. */
export const premiumPeriods = pgTable(
  'premium_periods',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    reason: text('reason').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    revokedAt: time('revoked_at'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    unique('premium_periods_cause').on(t.reason, t.refType, t.refId),
    index('premium_periods_account').on(t.accountId, t.endsAt),
    check('premium_periods_length', sql`${t.endsAt} > ${t.startsAt}`),
  ],
);

/** Outbox to the game servers: what the game must give or revoke, written in the transaction that causes it. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: identity(),
    publicId: text('public_id').notNull().unique(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    serverKey: text('server_key')
      .notNull()
      .references(() => servers.key),
    kind: text('kind').$type<'give' | 'revoke'>().notNull(),
    /** Id for the game. */
    code: text('code').notNull(),
    count: integer('count').notNull(),
    reason: text('reason').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    state: text('state').$type<'waiting' | 'done' | 'cancelled'>().notNull().default('waiting'),
    createdAt: time('created_at').notNull(),
    doneAt: time('done_at'),
  },
  (t) => [
    unique('deliveries_cause').on(t.reason, t.refType, t.refId, t.kind, t.code),
    index('deliveries_waiting')
      .on(t.serverKey, t.id)
      .where(sql`${t.state} = 'waiting'`),
    index('deliveries_account').on(t.accountId, t.id),
    check('deliveries_count', sql`${t.count} > 0`),
    check('deliveries_kind', sql`${t.kind} in ('give', 'revoke')`),
    check('deliveries_state', sql`${t.state} in ('waiting', 'done', 'cancelled')`),
  ],
);

/** Payments in the sandbox, separate from the orders, as a real provider would keep them. */
export const sandboxPayments = pgTable('sandbox_payments', {
  ref: text('ref').primaryKey(),
  /** The request: order, sum, and where the buyer returns to. */
  request: jsonb('request').$type<PaymentRequest>().notNull(),
  state: text('state').$type<'open' | 'paid' | 'declined' | 'expired'>().notNull(),
  refundedCents: integer('refunded_cents').notNull().default(0),
  createdAt: time('created_at').notNull(),
});

/** Webhooks of the sandbox, posted until they are answered with 2xx. */
export const sandboxWebhooks = pgTable(
  'sandbox_webhooks',
  {
    id: identity(),
    eventId: text('event_id').notNull().unique(),
    body: text('body').notNull(),
    attempts: integer('attempts').notNull().default(0),
    runAt: time('run_at').notNull(),
    sentAt: time('sent_at'),
    failedAt: time('failed_at'),
  },
  (t) => [
    index('sandbox_webhooks_due')
      .on(t.runAt, t.id)
      .where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
  ],
);

// --- the referral programme

/** Ranks by the number of active referrals. */
export const referralStatuses = pgTable(
  'referral_statuses',
  {
    /** From 1, the lowest. */
    level: integer('level').primaryKey(),
    names: localised('names'),
    imageName: text('image_name').notNull(),
    cashBackBasisPoints: integer('cash_back_basis_points').notNull(),
    fromReferrals: integer('from_referrals').notNull(),
    /** Null: no end. */
    toReferrals: integer('to_referrals'),
    isLeader: boolean('is_leader').notNull().default(false),
  },
  (t) => [
    check('referral_statuses_names', hasAllLanguages(t.names)),
    check('referral_statuses_percent', sql`${t.cashBackBasisPoints} between 0 and 5000`),
    check('referral_statuses_range', sql`${t.fromReferrals} >= 0 and ${t.toReferrals} >= ${t.fromReferrals}`),
  ],
);

/** Numbers of active referrals that are rewarded once. */
export const referralMilestones = pgTable(
  'referral_milestones',
  {
    /** Given by the catalogue files; never reused. */
    id: id('id').primaryKey(),
    requiredReferrals: integer('required_referrals').notNull(),
    /** `couponName`: what is given, in words. */
    names: localised('names'),
    imageName: text('image_name').notNull(),
    grants: jsonb('grants').$type<Grant[]>().notNull(),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [
    check('referral_milestones_names', hasAllLanguages(t.names)),
    check('referral_milestones_required', sql`${t.requiredReferrals} > 0`),
  ],
);

/** Milestones that players reached, and the state of their rewards (RF2). Rows are never deleted (trigger). */
export const referralRewards = pgTable(
  'referral_rewards',
  {
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    milestoneId: id('milestone_id')
      .notNull()
      .references(() => referralMilestones.id),
    state: text('state').$type<'waiting' | 'given' | 'reversed'>().notNull(),
    /** Copied from the milestone when it was reached. */
    requiredReferrals: integer('required_referrals').notNull(),
    grants: jsonb('grants').$type<Grant[]>().notNull(),
    /** Counts the rewards of this milestone from 1: a revoked one can be earned again. */
    times: integer('times').notNull().default(1),
    createdAt: time('created_at').notNull(),
    /** Null: given before rewards had to wait; such a reward is kept. */
    releaseAt: time('release_at'),
    /** When the job checks it next; null: given. */
    lookAt: time('look_at'),
    /** When it was given or revoked. */
    settledAt: time('settled_at'),
    /** What was given, and its worth in OC; null while it waits. */
    given: jsonb('given').$type<RewardGiven>(),
    worth: integer('worth'),
    /** What was revoked; null unless the state is `reversed`. */
    taken: jsonb('taken').$type<RewardTaken>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.milestoneId] }),
    index('referral_rewards_due')
      .on(t.lookAt)
      .where(sql`${t.state} <> 'given'`),
    check('referral_rewards_state', sql`${t.state} in ('waiting', 'given', 'reversed')`),
    check('referral_rewards_settled', sql`(${t.state} = 'waiting') = (${t.settledAt} is null)`),
    check('referral_rewards_look', sql`(${t.state} = 'given') = (${t.lookAt} is null)`),
    check('referral_rewards_taken', sql`(${t.state} = 'reversed') = (${t.taken} is not null)`),
    check('referral_rewards_worth', sql`${t.worth} >= 0 and ${t.times} > 0`),
  ],
);

/** The inviter's share of what a referral paid. It waits for a refund of the order before it can be spent (RF3). */
export const cashBacks = pgTable(
  'cash_backs',
  {
    orderId: id('order_id')
      .primaryKey()
      .references(() => orders.id),
    inviterId: id('inviter_id')
      .notNull()
      .references(() => accounts.id),
    refereeId: id('referee_id')
      .notNull()
      .references(() => accounts.id),
    /** Percentage of the inviter's rank when the order was granted. */
    basisPoints: integer('basis_points').notNull(),
    /** OC. */
    amount: integer('amount').notNull(),
    state: text('state').$type<'held' | 'released' | 'reversed'>().notNull(),
    createdAt: time('created_at').notNull(),
    releaseAt: time('release_at').notNull(),
    settledAt: time('settled_at'),
  },
  (t) => [
    index('cash_backs_inviter').on(t.inviterId, t.refereeId),
    index('cash_backs_due')
      .on(t.releaseAt)
      .where(sql`${t.state} = 'held'`),
    check('cash_backs_amount', sql`${t.amount} > 0`),
    check('cash_backs_state', sql`${t.state} in ('held', 'released', 'reversed')`),
    check('cash_backs_settled', sql`(${t.state} = 'held') = (${t.settledAt} is null)`),
  ],
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
    /** Null until there is an answer. */
    body: json('body'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('request_keys_created').on(t.createdAt)],
);
