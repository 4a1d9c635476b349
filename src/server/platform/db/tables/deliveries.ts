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
/**
 * Parameters that a game needs besides code and count, for example `{"model":"sultan"}`. For a fact they hold its
 * value.
 */
export type GameParams = Record<string, string | number | boolean | null>;

/** The player of the game, their character and the character's name. */
export interface HandedTo {
  player: string;
  character: string | null;
  name: string | null;
}

/**
 * Outbox to the game servers: goods to give or revoke and facts to set, written in the transaction that causes them.
 * `give` and `revoke` happen once for each row. `set` stores a fact, whose newest version alone counts.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    /** Number of the row, which the game also knows. */
    id: identity(),
    publicId: text('public_id').notNull().unique(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    serverKey: text('server_key')
      .notNull()
      .references(() => servers.key),
    kind: text('kind').$type<'give' | 'revoke' | 'set'>().notNull(),
    /** Code under which the game knows the goods. */
    code: text('code').notNull(),
    count: integer('count').notNull(),
    params: jsonb('params').$type<GameParams>().notNull().default({}),
    /** Name for the player and the game. Null for facts. */
    titles: jsonb('titles').$type<Localised>(),
    /** Version of a fact, which rises with each value of an account. Null for things that are counted. */
    factVersion: integer('fact_version'),
    /**
     * Whether the player must be on the server, because frameworks overwrite changes made directly in their database.
     */
    needsOnline: boolean('needs_online').notNull().default(true),
    reason: text('reason').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('waiting'),
    /**
     * Number of transitions, which is the number of rows in the history. The trigger `note_delivery_move` counts
     * them.
     */
    version: integer('version').notNull().default(1),
    /** Actor, reason and time of the last transition. The same trigger copies them into the history. */
    movedBy: text('moved_by').$type<DeliveryActor>().notNull().default('site'),
    moveReason: text('move_reason').notNull().default(''),
    movedAt: time('moved_at').notNull().defaultNow(),
    /** Time from which a waiting row may be leased. Null while it waits for the player. */
    readyAt: time('ready_at'),
    /**
     * The game's ledger that holds the row. No other ledger gets the row, even after the lease has lapsed, because
     * the holder may have begun it. Null again after the holder has reported that it did not begin it.
     */
    ledgerId: text('ledger_id'),
    /** Number of leases, which is the number of attempts of the game. */
    attempt: integer('attempt').notNull().default(0),
    /** Whether a lost ledger held the row: the game proves first whether it was given. */
    isDoubtful: boolean('is_doubtful').notNull().default(false),
    /**
     * Whether an operator has ever found that the row was not given. The move from unknown to waiting tells through
     * which attempt.
     */
    isBegunAnew: boolean('is_begun_anew').notNull().default(false),
    /** For a leased row, the end of the lease. For a cancelling row, the time of the next question to the game. */
    leaseUntil: time('lease_until'),
    /** Last result that the game reported, and its text for the operator. */
    outcome: text('outcome'),
    detail: text('detail'),
    /** Name of the character that was in the game at the end. */
    receivedBy: text('received_by'),
    /** Number of pieces that a finished revoke found and took. */
    taken: integer('taken'),
    /** For a revoke, the delivery that it takes back. */
    revokesId: id('revokes_id').references((): AnyPgColumn => deliveries.id),
    /**
     * Time of a refund, or of an operator's cancel, while the game had the row or its result was unknown. If the row
     * turns out to be given, it is revoked.
     */
    recalledAt: time('recalled_at'),
    /**
     * Time of the refund of a give that the game did not have for certain, and of every revoke that a refund caused.
     * An operator's cancel returns nothing and leaves it null. Null again after the refund has failed: on a revoke that was
     * called off, and on a give that the game may have.
     */
    moneyBackAt: time('money_back_at'),
    /**
     * The player of the game to whom it was handed. Kept while the game may have begun it, so that it never goes to
     * another player.
     */
    handedTo: jsonb('handed_to').$type<HandedTo>(),
    /** The character that the player named in the game for this delivery. Null for the character of the link. */
    character: text('character'),
    /** Time of the mail that reminded its player, which is sent once. */
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
    // for the operators' export of a range of days
    index('deliveries_time').using('brin', t.createdAt),
    // for the head of a server's queue: rows that can be handed over now
    index('deliveries_ready')
      .on(t.serverKey, t.readyAt, t.id)
      .where(sql`${t.state} = 'waiting' and ${t.readyAt} is not null`),
    index('deliveries_lapsing')
      .on(t.serverKey, t.leaseUntil)
      .where(sql`${t.state} in ('leased', 'cancelling')`),
    index('deliveries_open')
      .on(t.accountId, t.id)
      .where(sql`${t.state} not in ('done', 'cancelled')`),
    // for the oldest row of a server that is not final
    index('deliveries_unsettled')
      .on(t.serverKey, t.id)
      .where(sql`${t.state} not in ('done', 'cancelled')`),
    // for rows that a server can give to absent players
    index('deliveries_offline')
      .on(t.serverKey)
      .where(sql`${t.state} = 'waiting' and not ${t.needsOnline}`),
    // for the operators' list of a state. Leased and cancelling rows are left out: they have `deliveries_lapsing`, and
    // here each lease would read the dead rows of all servers
    index('deliveries_of_state')
      .on(t.state, t.id)
      .where(sql`${t.state} not in ('leased', 'cancelling')`),
    // for finished rows by server and by code; unfinished rows have indexes of their own
    index('deliveries_over_of_server')
      .on(t.serverKey, t.id)
      .where(sql`${t.state} in ('done', 'cancelled')`),
    index('deliveries_over_of_code')
      .on(t.code, t.id)
      .where(sql`${t.state} in ('done', 'cancelled')`),
    // for rows that have been open for long
    index('deliveries_open_since')
      .on(t.createdAt, t.id)
      .where(sql`${t.state} not in ('done', 'cancelled')`),
    // for the operators' list of a code
    index('deliveries_of_code')
      .on(t.code, t.id)
      .where(sql`${t.state} not in ('done', 'cancelled')`),
    index('deliveries_trouble')
      .on(t.serverKey, t.id)
      .where(sql`${t.state} in ('failed', 'unknown')`),
    // for the revokes of a delivery
    index('deliveries_revoked')
      .on(t.revokesId)
      .where(sql`${t.revokesId} is not null`),
    // for waiting rows without a reminder
    index('deliveries_untold')
      .on(t.createdAt, t.accountId)
      .where(sql`${t.state} = 'waiting' and ${t.kind} = 'give' and ${t.remindedAt} is null`),
    // for the deliveries of a prize
    index('deliveries_of_coupon')
      .on(sql`(split_part(${t.refId}, ':', 1)::bigint)`, t.id)
      .where(sql`${t.refType} = 'coupon'`),
    // for orders with unfinished deliveries
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
 * Append-only (trigger): the transitions of a delivery, written by the trigger of `deliveries`. The player's timeline
 * reads this table.
 */
export const deliveryMoves = pgTable(
  'delivery_moves',
  {
    /** Rises with each row, so that a count can continue where it ended. */
    id: id('id').generatedAlwaysAsIdentity().notNull(),
    deliveryId: id('delivery_id')
      .notNull()
      .references(() => deliveries.id),
    /** Version of the delivery after the transition, from 1. */
    version: integer('version').notNull(),
    /** Null for the first row, when the delivery was written. */
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
