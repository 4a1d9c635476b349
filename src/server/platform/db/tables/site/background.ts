import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { SwitchName } from '#/contract/kernel/switches.ts';
import { accounts } from '../accounts.ts';
import { bytea, createdAt, id, identity, time } from '../columns.ts';

/** Queue of mails: written in the transaction that causes them, sent after it. */
export const mailQueue = pgTable(
  'mail_queue',
  {
    id: identity(),
    accountId: id('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** Address and variables, AES-256-GCM. Deleted once the mail is sent, dropped or of no more use. */
    contentEncrypted: bytea('content_encrypted'),
    /** Names the event that caused the mail. Each cause is mailed once. */
    cause: text('cause').notNull().unique(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: time('created_at').notNull(),
    runAt: time('run_at').notNull(),
    sentAt: time('sent_at'),
    /** Time at which the mail was given up or dropped. While its content is stored, it can be sent again. */
    failedAt: time('failed_at'),
    /** Time at which an operator dropped the mail. */
    droppedAt: time('dropped_at'),
    lastError: text('last_error'),
  },
  (t) => [
    // in the order of `MAILS_IN_ORDER`
    index('mail_queue_next')
      .on(sql`(${t.kind} = 'termsChanged')`, t.runAt, t.id)
      .where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    // for the operators' count and list of failed mails
    index('mail_queue_given_up')
      .on(t.id)
      .where(sql`${t.failedAt} is not null and ${t.contentEncrypted} is not null`),
    // for the operators' lists of a player, of a day and of a kind
    index('mail_queue_of_player').on(t.accountId, t.id),
    index('mail_queue_of_day').on(t.createdAt),
    index('mail_queue_of_kind').on(t.kind, t.id),
    // for the mails about an order, whose id is part of their cause
    index('mail_queue_of_order')
      .on(sql`split_part(${t.cause}, ':', 2)`)
      .where(sql`${t.kind} in ('receipt', 'orderRefunded', 'orderRefundFailed')`),
  ],
);

/** Due time of each recurring job. The server that updates the row runs the job. */
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
  /** Number of rows that break the invariant, as far as known. */
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

/** The last dump of the database, as `deploy/backup.sh` notes it. One row, and none where another program makes dumps. */
export const lastDump = pgTable('last_dump', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** When the program that makes the dumps was first started. */
  watchedSince: time('watched_since').notNull().defaultNow(),
  /** Null until a dump is whole. */
  endedAt: time('ended_at'),
});

/** Parts of the site that an operator has closed, or opened again. */
export const siteSwitches = pgTable('site_switches', {
  name: text('name').$type<SwitchName>().primaryKey(),
  isClosed: boolean('is_closed').notNull(),
  changedAt: time('changed_at').notNull(),
  /** Id of the operator. */
  changedBy: id('changed_by').notNull(),
  reason: text('reason').notNull(),
});

/** The secrets that data may be sealed with: one, and two while the secret is replaced. */
export const siteSecret = pgTable('site_secret', {
  id: integer('id').primaryKey().default(1),
  /** HMAC of a fixed text under the secret. */
  check: bytea('check').notNull().unique(),
  createdAt: createdAt(),
  /** When a process last noted that it seals with this secret. */
  usedAt: time('used_at').notNull().defaultNow(),
});

/** Keys of former secrets, with which codes from before the replacement are compared. */
export const formerCodeKeys = pgTable(
  'former_code_keys',
  {
    id: identity(),
    /** Purpose of the codes. */
    purpose: text('purpose').notNull(),
    /** Check value of the secret that the key is derived from. */
    secretCheck: bytea('secret_check').notNull(),
    /** AES-256-GCM. */
    keyEncrypted: bytea('key_encrypted').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('former_code_keys_of').on(t.purpose, t.secretCheck)],
);

/** Whether mails are sent, and the note by which a restored copy of the database recognises itself. One row. */
export const mailGate = pgTable('mail_gate', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** System identifier of the cluster, and the oids of the database and of this table. */
  systemId: text('system_id'),
  databaseOid: text('database_oid').notNull(),
  tableOid: text('table_oid').notNull(),
  /** The folder of the embedded database. */
  folderId: text('folder_id'),
  /** Null while mails are sent. */
  mutedAt: time('muted_at'),
  /** Whether they are muted because the database is a restored copy. */
  isRestored: boolean('is_restored').notNull().default(false),
  /** Id of the operator who changed it last. Null for the site and for a command in the shell. */
  changedBy: id('changed_by'),
  reason: text('reason').notNull().default(''),
});
