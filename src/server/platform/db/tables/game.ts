import { sql } from 'drizzle-orm';
import type { GameIdentity } from '#/contract/gameLink.ts';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytea, id, time } from './columns.ts';
import { servers } from './servers.ts';

/** Calls that a key may make. */
export type GameScope = 'deliver' | 'players' | 'link' | 'purchase';

/** Keys with which game servers sign. The secret is shown once and never sent. */
export const gameKeys = pgTable(
  'game_keys',
  {
    /** Public: "k_" and 13 characters. */
    id: text('id').primaryKey(),
    serverKey: text('server_key')
      .notNull()
      .references(() => servers.key),
    secretEncrypted: bytea('secret_encrypted').notNull(),
    label: text('label').notNull(),
    scopes: text('scopes').array().$type<GameScope[]>().notNull(),
    createdAt: time('created_at').notNull(),
    /** Time at which the key ends by itself. Null when it does not. */
    notAfter: time('not_after'),
    revokedAt: time('revoked_at'),
    lastUsedAt: time('last_used_at'),
    /** Network of its last caller, as in sessions. */
    lastNetwork: text('last_network'),
  },
  (t) => [
    index('game_keys_server').on(t.serverKey),
    check('game_keys_scopes', sql`${t.scopes} <@ array['deliver', 'players', 'link', 'purchase']`),
  ],
);

/** Ledgers that adapters keep on the disk of their game server. */
export const gameLedgers = pgTable(
  'game_ledgers',
  {
    id: text('id').primaryKey(),
    serverKey: text('server_key')
      .notNull()
      .references(() => servers.key),
    /** Number of entries at its last request. A lower number reveals an old copy. */
    head: bigint('head', { mode: 'number' }).notNull(),
    firstSeenAt: time('first_seen_at').notNull(),
    /** Null while the ledger gets no work, until an operator accepts it. */
    acceptedAt: time('accepted_at'),
    retiredAt: time('retired_at'),
    /** Its entries when it was refused as an old copy or as retired; null since a ledger of the server got work. */
    refusedHead: bigint('refused_head', { mode: 'number' }),
  },
  (t) => [index('game_ledgers_server').on(t.serverKey), check('game_ledgers_head', sql`${t.head} >= 0`)],
);

/** An earlier instance, and the number of its last request. */
export interface FormerInstance {
  id: string;
  lastSeq: number;
}

/** The running adapter of each game server. */
export const gameInstances = pgTable('game_instances', {
  serverKey: text('server_key')
    .primaryKey()
    .references(() => servers.key),
  /** Random id that the adapter takes at each start. */
  instanceId: text('instance_id').notNull(),
  ledgerId: text('ledger_id')
    .notNull()
    .references(() => gameLedgers.id),
  keyId: text('key_id')
    .notNull()
    .references(() => gameKeys.id),
  /** Number of the last request. It must rise, so that no request can be replayed. */
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
  /** Earlier instances, the newest first. A captured hello of one of them is refused. */
  former: jsonb('former').$type<FormerInstance[]>().notNull().default([]),
  seenAt: time('seen_at').notNull(),
  /** Time at which the adapter announced its end. */
  endedAt: time('ended_at'),
  adapter: text('adapter').notNull(),
  game: text('game').notNull(),
  host: text('host').notNull(),
  network: text('network').notNull(),
  /** Codes that the adapter can give, facts that it can set, and codes that it can prove. */
  codes: jsonb('codes').$type<string[]>().notNull(),
  facts: jsonb('facts').$type<string[]>().notNull(),
  proves: jsonb('proves').$type<string[]>().notNull(),
  /** login: a player's name in the game is their login on the site; link: players tie their account with a code. */
  identity: text('identity').$type<GameIdentity>().notNull(),
  /** Milliseconds by which its clock is ahead of the site's. */
  clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
  /**
   * Whether its last poll counted more or fewer players than the site knows. After a second such poll the site asks for
   * the roster.
   */
  isCountOff: boolean('is_count_off').notNull().default(false),
  /** Start of the roster that is being received. When it ends, players who are not in it are removed. */
  rosterAt: time('roster_at'),
  /**
   * Last received part of the roster, and its time. Null when a part was missing, so that the roster is requested
   * again.
   */
  rosterPart: integer('roster_part').notNull().default(0),
  rosterHeardAt: time('roster_heard_at'),
  /** Another adapter with a key of this server, refused because the running one lives. */
  rivalHost: text('rival_host'),
  rivalNetwork: text('rival_network'),
  rivalAt: time('rival_at'),
});

/** Players who are on a game server now. */
export const gamePresence = pgTable(
  'game_presence',
  {
    serverKey: text('server_key')
      .notNull()
      .references(() => servers.key),
    /** The game's name of the player. */
    player: text('player').notNull(),
    /** Null when the player is tied to no account. */
    accountId: id('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    character: text('character'),
    name: text('name'),
    seenAt: time('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverKey, t.player] }), index('game_presence_account').on(t.accountId)],
);
