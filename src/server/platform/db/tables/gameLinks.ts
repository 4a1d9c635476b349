import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytea, id, identity, time } from './columns.ts';
import { servers } from './servers.ts';

/** pending: the code was typed in the game, and its player has not confirmed the link; ended: kept as history. */
export type GameLinkState = 'pending' | 'active' | 'ended';

/** Links between accounts and players of games whose servers know no logins. */
export const gameLinks = pgTable(
  'game_links',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    serverKey: text('server_key')
      .notNull()
      .references(() => servers.key),
    /** The game's name of the player, for example "license2:9f…". */
    player: text('player').notNull(),
    /** Other names of the same player. */
    ids: jsonb('ids').$type<string[]>().notNull().default([]),
    /** The character that receives the purchases. */
    character: text('character'),
    characterName: text('character_name'),
    state: text('state').$type<GameLinkState>().notNull(),
    /** HMAC of the typed code, so that a repeated message is answered again while the link is pending. */
    codeMac: bytea('code_mac'),
    linkedAt: time('linked_at').notNull(),
    confirmedAt: time('confirmed_at'),
    endedAt: time('ended_at'),
    /** Earlier purchases wait until this time. Null when they do not wait. */
    heldUntil: time('held_until'),
  },
  (t) => [
    // an account has one link, and a player has one account
    uniqueIndex('game_links_account')
      .on(t.accountId)
      .where(sql`${t.state} <> 'ended'`),
    uniqueIndex('game_links_player')
      .on(t.serverKey, t.player)
      .where(sql`${t.state} <> 'ended'`),
    index('game_links_of').on(t.accountId, t.id),
    // for the operators' search
    index('game_links_of_player').on(t.player),
    index('game_links_of_character')
      .on(t.character)
      .where(sql`${t.character} is not null`),
    check('game_links_state', sql`${t.state} in ('pending', 'active', 'ended')`),
    check('game_links_confirmed', sql`${t.state} <> 'active' or ${t.confirmedAt} is not null`),
    check('game_links_ended', sql`(${t.state} = 'ended') = (${t.endedAt} is not null)`),
  ],
);

/** The open code of each account. It is typed in the game, and deleted when it is used. */
export const linkCodes = pgTable(
  'link_codes',
  {
    accountId: id('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** HMAC of the code for its server. */
    codeMac: bytea('code_mac').notNull().unique(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [check('link_codes_mac', sql`length(${t.codeMac}) = 32`)],
);

/** Coins that the game may spend for a player in a day. Without a row it may spend none. */
export const spendPermits = pgTable(
  'spend_permits',
  {
    accountId: id('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    coinsPerDay: integer('coins_per_day').notNull(),
    /** The last day (UTC) on which the game spent coins, and how many it spent on that day. */
    spentOn: date('spent_on'),
    spentCoins: integer('spent_coins').notNull().default(0),
    setAt: time('set_at').notNull(),
  },
  (t) => [
    check('spend_permits_coins', sql`${t.coinsPerDay} >= 0 and ${t.spentCoins} >= 0`),
    check('spend_permits_day', sql`${t.spentCoins} = 0 or ${t.spentOn} is not null`),
  ],
);
