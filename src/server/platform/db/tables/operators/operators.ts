import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { DEFAULT_LOCALE, type Locale } from '#/contract/kernel/locale.ts';
import type { ApprovalState } from '#/contract/operator/people/approvals.ts';
import type { LimitedPermission } from '#/contract/operator/people/limits.ts';
import type { OperatorState } from '#/contract/operator/people/people.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { bytea, createdAt, id, identity, time } from '../columns.ts';

/** Operators of the site. A player's account can never become one. */
export const operators = pgTable(
  'operators',
  {
    id: identity(),
    /** In lower case. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<OperatorRole>().notNull(),
    state: text('state').$type<OperatorState>().notNull().default('invited'),
    /** Null until they have used their link. */
    passwordHash: text('password_hash'),
    /** Language of the mails to them. */
    locale: text('locale').$type<Locale>().notNull().default(DEFAULT_LOCALE),
    /** Whether the demonstration made them up. Nobody can sign in as them or get a link for them. */
    isDemo: boolean('is_demo').notNull().default(false),
    /** The operator who invited them. Null for a command in the shell. */
    invitedBy: id('invited_by').references((): AnyPgColumn => operators.id),
    /** Rises with every change of role or state. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('operators_email').on(t.email),
    check('operators_email_lower', sql`${t.email} = lower(${t.email})`),
    check('operators_locale', sql`${t.locale} in ('ru', 'uk', 'en')`),
    check('operators_role', sql`${t.role} in ('owner', 'manager', 'support', 'viewer')`),
    check('operators_state', sql`${t.state} in ('invited', 'active', 'disabled')`),
    check('operators_active', sql`${t.state} <> 'active' or ${t.passwordHash} is not null`),
  ],
);

/** Links that let an operator set password and second factor, once. */
export const operatorInvitations = pgTable(
  'operator_invitations',
  {
    operatorId: id('operator_id')
      .primaryKey()
      .references(() => operators.id),
    /** SHA-256 of the secret part of the link. */
    tokenHash: bytea('token_hash').notNull().unique(),
    /** Secret of the second factor that the link's page shows, AES-256-GCM. */
    secretEncrypted: bytea('secret_encrypted').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [check('operator_invitations_hash', sql`length(${t.tokenHash}) = 32`)],
);

/** Second factors of operators. */
export const operatorFactors = pgTable(
  'operator_factors',
  {
    operatorId: id('operator_id')
      .notNull()
      .references(() => operators.id),
    kind: text('kind').$type<'totp'>().notNull(),
    /** AES-256-GCM. */
    secretEncrypted: bytea('secret_encrypted').notNull(),
    /** The newest 30-second step of an accepted code; it never decreases. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.operatorId, t.kind] }),
    check('operator_factors_kind', sql`${t.kind} = 'totp'`),
  ],
);

export const operatorRecoveryCodes = pgTable(
  'operator_recovery_codes',
  {
    operatorId: id('operator_id')
      .notNull()
      .references(() => operators.id),
    /** HMAC of the code. */
    codeMac: bytea('code_mac').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [primaryKey({ columns: [t.operatorId, t.codeMac] })],
);

export const operatorSessions = pgTable(
  'operator_sessions',
  {
    id: identity(),
    operatorId: id('operator_id')
      .notNull()
      .references(() => operators.id),
    /** SHA-256 of the HttpOnly cookie. */
    tokenHash: bytea('token_hash').notNull().unique(),
    /** When a code of the second factor was last accepted in this session. */
    provenAt: time('proven_at').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    endedAt: time('ended_at'),
    /** Network address at sign-in without its last part. */
    network: text('network').notNull(),
    /** User-Agent at sign-in, cut to 300 characters. */
    userAgent: text('user_agent').notNull(),
  },
  (t) => [
    index('operator_sessions_operator').on(t.operatorId, t.id),
    check('operator_sessions_hash', sql`length(${t.tokenHash}) = 32`),
  ],
);

/**
 * Append-only (trigger): closed days of the audit log. Each covers the entries after the last entry of the day before
 * (O7).
 */
export const auditDays = pgTable(
  'audit_days',
  {
    /** Day in UTC. */
    day: date('day', { mode: 'string' }).primaryKey(),
    entries: integer('entries').notNull(),
    lastAuditId: id('last_audit_id').notNull(),
    /** Hash of the day, its entries and the previous root. It is also written into the server's log. */
    root: text('root').notNull(),
    previousRoot: text('previous_root'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    check('audit_days_entries', sql`${t.entries} > 0`),
    // two servers can never continue the same day with two different days
    uniqueIndex('audit_days_one_chain').on(sql`coalesce(${t.previousRoot}, '')`),
  ],
);

/** Limits that an owner has changed for a person. */
export const operatorLimits = pgTable(
  'operator_limits',
  {
    operatorId: id('operator_id')
      .notNull()
      .references(() => operators.id),
    permission: text('permission').$type<LimitedPermission>().notNull(),
    /** In the unit of the permission. Null when unlimited. */
    perAct: id('per_act'),
    perDay: id('per_day'),
  },
  (t) => [primaryKey({ columns: [t.operatorId, t.permission] })],
);

/** Amount that a person did alone on a day (UTC), in the unit of the permission. */
export const operatorSpent = pgTable(
  'operator_spent',
  {
    operatorId: id('operator_id')
      .notNull()
      .references(() => operators.id),
    permission: text('permission').$type<LimitedPermission>().notNull(),
    /** Midnight at the end of the day. */
    endsAt: time('ends_at').notNull(),
    amount: id('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.operatorId, t.permission, t.endsAt] }),
    check('operator_spent_amount', sql`${t.amount} >= 0`),
  ],
);

/** Acts beyond a limit, which wait for a second person. */
export const approvals = pgTable(
  'approvals',
  {
    id: identity(),
    operatorId: id('operator_id')
      .notNull()
      .references(() => operators.id),
    /** Name of the act, the same as in the audit log. */
    act: text('act').notNull(),
    permission: text('permission').$type<LimitedPermission>().notNull(),
    /** The whole input of the act. Deleted once the request is decided, because it may name people. */
    input: json('input'),
    reason: text('reason').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    /** Version of the target at the request. If it has changed, the act must be requested again. */
    targetVersion: text('target_version').notNull(),
    /** In the unit of the permission. Null when the act names no amount. */
    amount: id('amount'),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<ApprovalState>().notNull().default('waiting'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    decidedBy: id('decided_by').references(() => operators.id),
    decidedAt: time('decided_at'),
    /** Reason of the decision. */
    decision: text('decision'),
  },
  (t) => [
    index('approvals_operator').on(t.operatorId, t.id),
    index('approvals_waiting')
      .on(t.id)
      .where(sql`${t.state} = 'waiting'`),
    check(
      'approvals_state',
      sql`${t.state} in ('waiting', 'approved', 'declined', 'withdrawn', 'changed', 'lapsed')`,
    ),
    check('approvals_input', sql`(${t.state} = 'waiting') = (${t.input} is not null)`),
    // operators cannot approve their own requests
    check('approvals_second', sql`${t.state} <> 'approved' or ${t.decidedBy} <> ${t.operatorId}`),
  ],
);

/** Whether acts beyond a limit wait for a second person. Without a row they do. */
export const secondPerson = pgTable(
  'second_person',
  {
    /** The table has one row. */
    id: integer('id').primaryKey().default(1),
    isAsked: boolean('is_asked').notNull(),
  },
  (t) => [check('second_person_one', sql`${t.id} = 1`)],
);

/** Stored answers of operators' acts, by the idempotency key of the page. */
export const operatorIdempotency = pgTable(
  'operator_idempotency',
  {
    operatorId: id('operator_id')
      .notNull()
      .references(() => operators.id),
    key: text('key').notNull(),
    /** SHA-256 of the act and its input. */
    requestHash: bytea('request_hash').notNull(),
    /** Null only inside the transaction that computes the answer. */
    body: json('body'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.operatorId, t.key] }),
    index('operator_idempotency_created').on(t.createdAt),
  ],
);
