import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, identity, type Localised, time } from './columns.ts';
import { servers } from './servers.ts';

export type DeliveryState = 'waiting' | 'leased' | 'cancelling' | 'done' | 'cancelled' | 'failed' | 'unknown';
export type DeliveryActor = 'site' | 'player' | 'operator' | 'game';
/** What a game needs beside code and count, as `{"model":"sultan"}`. A fact carries its value here. */
export type GameParams = Record<string, string | number | boolean | null>;

/** The player of the game, their character and its name. */
export interface HandedTo {
  player: string;
  character: string | null;
  name: string | null;
}

/**
 * Outbox to the game servers: what the game must give, revoke or set, written in the transaction that causes it. `give`
 * and `revoke` happen once for each row; `set` tells a fact, and only its newest version counts.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    /** The game knows the row by this number. */
    id: identity(),
    publicId: text('public_id').notNull().unique(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    serverKey: text('server_key')
      .notNull()
      .references(() => servers.key),
    kind: text('kind').$type<'give' | 'revoke' | 'set'>().notNull(),
    /** Id for the game. */
    code: text('code').notNull(),
    count: integer('count').notNull(),
    params: jsonb('params').$type<GameParams>().notNull().default({}),
    /** What the player and the game read; null for facts. */
    titles: jsonb('titles').$type<Localised>(),
    /** Of a fact: rises by one for each value of an account. Null for things that count. */
    factVersion: integer('fact_version'),
    /** Whether the player must be on the server, because frameworks overwrite what is written beside them. */
    needsOnline: boolean('needs_online').notNull().default(true),
    reason: text('reason').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('waiting'),
    /** Number of its moves, which is the number of rows in its history. The trigger `note_delivery_move` counts. */
    version: integer('version').notNull().default(1),
    /** Who moved it last, why, and when. The same trigger copies them into the history. */
    movedBy: text('moved_by').$type<DeliveryActor>().notNull().default('site'),
    moveReason: text('move_reason').notNull().default(''),
    movedAt: time('moved_at').notNull().defaultNow(),
    /** When a waiting row may be leased; null while it waits for the player. */
    readyAt: time('ready_at'),
    /**
     * The ledger of the game that the row was handed to. No other ledger gets it, also after the lease has lapsed, because
     * that one may have begun it. Null again when it says that it has not.
     */
    ledgerId: text('ledger_id'),
    /** How often it was handed out. */
    attempt: integer('attempt').notNull().default(0),
    /** It was handed to a ledger that is lost: the game proves first whether it was given. */
    isDoubtful: boolean('is_doubtful').notNull().default(false),
    /** An operator has found that it was not given: the game begins anew, whatever its ledger says. */
    isBegunAnew: boolean('is_begun_anew').notNull().default(false),
    /** Of a leased row the end of the lease; of a cancelling row when the game is asked again. */
    leaseUntil: time('lease_until'),
    /** The last result that the game reported, and its text for the operator. */
    outcome: text('outcome'),
    detail: text('detail'),
    /** Name of the character that was in the game when it was done. */
    receivedBy: text('received_by'),
    /** How many pieces a finished revoke found and took. */
    taken: integer('taken'),
    /** Of a revoke: the delivery it takes back. */
    revokesId: id('revokes_id').references((): AnyPgColumn => deliveries.id),
    /** When its money went back while the game had it or nobody knew. It is revoked if it turns out to be given. */
    recalledAt: time('recalled_at'),
    /** To whom it was handed. Kept while the game may have begun it, so that it never comes to another player. */
    handedTo: jsonb('handed_to').$type<HandedTo>(),
    /** The character that the player named in the game for this delivery; null: the one of the link. */
    character: text('character'),
    /** When its player was mailed that it waits, once. */
    remindedAt: time('reminded_at'),
    createdAt: time('created_at').notNull(),
    doneAt: time('done_at'),
  },
  (t) => [
    unique('deliveries_cause').on(t.reason, t.refType, t.refId, t.kind, t.code),
    uniqueIndex('deliveries_fact')
      .on(t.accountId, t.serverKey, t.code, t.factVersion)
      .where(sql`${t.kind} = 'set'`),
    index('deliveries_account').on(t.accountId, t.id),
    // the operators' export of a range of days
    index('deliveries_time').using('brin', t.createdAt),
    // the head of the queue of a server: what can be handed over now
    index('deliveries_ready')
      .on(t.serverKey, t.readyAt, t.id)
      .where(sql`${t.state} = 'waiting' and ${t.readyAt} is not null`),
    index('deliveries_lapsing')
      .on(t.serverKey, t.leaseUntil)
      .where(sql`${t.state} in ('leased', 'cancelling')`),
    index('deliveries_open')
      .on(t.accountId, t.id)
      .where(sql`${t.state} not in ('done', 'cancelled')`),
    // the oldest row of a server that is not final
    index('deliveries_unsettled')
      .on(t.serverKey, t.id)
      .where(sql`${t.state} not in ('done', 'cancelled')`),
    // what a server can give to players who are away
    index('deliveries_offline')
      .on(t.serverKey)
      .where(sql`${t.state} = 'waiting' and not ${t.needsOnline}`),
    // the operators' list of a state
    index('deliveries_of_state').on(t.state, t.id),
    // what is over on a server, and of a good; what is not has indexes of its own
    index('deliveries_over_of_server')
      .on(t.serverKey, t.id)
      .where(sql`${t.state} in ('done', 'cancelled')`),
    index('deliveries_over_of_code')
      .on(t.code, t.id)
      .where(sql`${t.state} in ('done', 'cancelled')`),
    // what is open for long
    index('deliveries_open_since')
      .on(t.createdAt, t.id)
      .where(sql`${t.state} not in ('done', 'cancelled')`),
    // the operator's list of a good
    index('deliveries_of_code')
      .on(t.code, t.id)
      .where(sql`${t.state} not in ('done', 'cancelled')`),
    index('deliveries_trouble')
      .on(t.serverKey, t.id)
      .where(sql`${t.state} in ('failed', 'unknown')`),
    // the revokes of a delivery
    index('deliveries_revoked')
      .on(t.revokesId)
      .where(sql`${t.revokesId} is not null`),
    // what waits and was not mailed of
    index('deliveries_untold')
      .on(t.createdAt, t.accountId)
      .where(sql`${t.state} = 'waiting' and ${t.kind} = 'give' and ${t.remindedAt} is null`),
    // the deliveries of a won prize
    index('deliveries_of_coupon')
      .on(sql`(split_part(${t.refId}, ':', 1)::bigint)`, t.id)
      .where(sql`${t.refType} = 'coupon'`),
    // the orders of which the game has not everything yet
    index('deliveries_of_open_orders')
      .on(sql`(split_part(${t.refId}, ':', 1)::bigint)`)
      .where(sql`${t.refType} = 'order' and ${t.state} not in ('done', 'cancelled')`),
    check('deliveries_count', sql`${t.count} > 0`),
    check('deliveries_kind', sql`${t.kind} in ('give', 'revoke', 'set')`),
    check(
      'deliveries_state',
      sql`${t.state} in ('waiting', 'leased', 'cancelling', 'done', 'cancelled', 'failed', 'unknown')`,
    ),
    check(
      'deliveries_params',
      sql`jsonb_typeof(${t.params}) = 'object' and length(${t.params}::text) <= 1024`,
    ),
    check('deliveries_fact_version', sql`(${t.kind} = 'set') = (${t.factVersion} is not null)`),
    check(
      'deliveries_lease',
      sql`case ${t.state} when 'waiting' then ${t.ledgerId} is null
        when 'leased' then ${t.ledgerId} is not null and ${t.attempt} > 0 and ${t.leaseUntil} is not null
        when 'cancelling' then ${t.ledgerId} is not null and ${t.leaseUntil} is not null and ${t.recalledAt} is not null
        else true end`,
    ),
    check('deliveries_revokes', sql`${t.revokesId} is null or ${t.kind} = 'revoke'`),
    check('deliveries_taken', sql`${t.taken} between 0 and ${t.count}`),
    check('deliveries_done', sql`(${t.state} = 'done') = (${t.doneAt} is not null)`),
  ],
);

/**
 * Append-only (trigger): every move of a delivery, written by the trigger of `deliveries`. The player's timeline is read
 * from here.
 */
export const deliveryMoves = pgTable(
  'delivery_moves',
  {
    /** Rises with each row, so that a count can continue where it ended. */
    id: id('id').generatedAlwaysAsIdentity().notNull(),
    deliveryId: id('delivery_id')
      .notNull()
      .references(() => deliveries.id),
    /** Version of the delivery after it, from 1. */
    version: integer('version').notNull(),
    /** Null: the delivery was written. */
    fromState: text('from_state').$type<DeliveryState>(),
    toState: text('to_state').$type<DeliveryState>().notNull(),
    actor: text('actor').$type<DeliveryActor>().notNull(),
    reason: text('reason').notNull().default(''),
    attempt: integer('attempt').notNull().default(0),
    detail: text('detail'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.deliveryId, t.version] }),
    uniqueIndex('delivery_moves_id').on(t.id),
    index('delivery_moves_time').using('brin', t.createdAt),
    check('delivery_moves_first', sql`(${t.version} = 1) = (${t.fromState} is null)`),
  ],
);
