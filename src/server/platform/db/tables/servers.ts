import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { PointIcon } from '#/contract/landing.ts';
import { type Localised, NO_TEXT, time, localised, hasAllLanguages } from './columns.ts';

/** An info point of a server (L6). */
export interface ServerPoint {
  icon: PointIcon;
  titles: Localised;
  texts: Localised;
}

export const servers = pgTable(
  'servers',
  {
    key: text('key').primaryKey(),
    names: localised('names'),
    sortOrder: integer('sort_order').notNull().default(0),
    /** Address that a player enters in the game. Null when the server is not open yet. */
    address: text('address'),
    /** Kinds of the city, for the server section (L6). */
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
    /** Players by server, for the servers that answered. */
    byServer: jsonb('by_server').$type<Record<string, number>>().notNull(),
  },
  (t) => [
    index('online_samples_online').on(t.online),
    check('online_samples_online_positive', sql`${t.online} >= 0`),
  ],
);
