import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { caseItems, caseOdds, caseLots } from './cases.ts';
import { bytea, id, identity, time } from './columns.ts';

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
    /** Null when the epoch is live, or ended before this was recorded. */
    endedBy: text('ended_by').$type<'player' | 'server'>(),
  },
  (t) => [
    unique('fair_epochs_idx').on(t.chainId, t.idx),
    uniqueIndex('fair_epochs_live')
      .on(t.accountId)
      .where(sql`${t.endedAt} is null`),
    // for deleting an account
    index('fair_epochs_account').on(t.accountId),
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
    index('draws_time').using('brin', t.createdAt),
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
    /** Day in UTC. */
    day: date('day', { mode: 'string' }).primaryKey(),
    draws: integer('draws').notNull(),
    /** The published hash. It covers the day, its draws and the root before it (`dayRoot`). */
    root: text('root').notNull(),
    previousRoot: text('previous_root'),
    /**
     * Root of the tree over the day's draws. Null for days that were closed before roots were chained: their `root`
     * is the tree's root.
     */
    treeRoot: text('tree_root'),
    /**
     * Every draw up to this id is in the tree of this day or of an earlier one. -1 for days that were closed before
     * this was recorded.
     */
    settledDrawId: id('settled_draw_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    check('draw_days_draws', sql`${t.draws} > 0`),
    // two servers can never continue the same day with two different days
    uniqueIndex('draw_days_one_chain')
      .on(sql`coalesce(${t.previousRoot}, '')`)
      .where(sql`${t.settledDrawId} >= 0`),
  ],
);

/**
 * Append-only (trigger): the day whose tree holds a draw. Each draw is in one tree: the first that is closed after its
 * commit.
 */
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
    /** Index of the part, from 0. */
    part: integer('part').notNull(),
    firstDrawId: id('first_draw_id').notNull(),
    lastDrawId: id('last_draw_id').notNull(),
    root: text('root').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.part] })],
);
