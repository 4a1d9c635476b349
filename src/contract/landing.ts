import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { text } from './text.ts';

const code = (value: ErrorCode): ErrorCode => value;

/** A game server as the selectors know it. */
export const gameServer = z.object({ key: z.string(), name: z.string() });
export type GameServer = z.infer<typeof gameServer>;

export const serversReply = z.object({ servers: z.array(gameServer) });

/** Players online; a server that does not answer counts 0 and is marked (L7). */
export const serverStatistic = z.object({
  key: z.string(),
  name: z.string(),
  online: z.int().check(z.nonnegative()),
  /** Players it has room for; null while that is not known. */
  slots: z.nullable(z.int().check(z.positive())),
  isOnline: z.boolean(),
});
export type ServerStatistic = z.infer<typeof serverStatistic>;

export const serversStatisticReply = z.object({
  servers: z.array(serverStatistic),
  /** The most players that were ever seen on all servers together; null before the first sample. */
  record: z.nullable(z.object({ online: z.int(), at: z.iso.datetime() })),
});
export type ServersStatistic = z.infer<typeof serversStatisticReply>;

/** Pictograms of the info points (L6); each is an icon of `client/ui/Icon`. */
export const POINT_ICONS = ['car', 'badge', 'shop', 'keys', 'voice', 'economy'] as const;
export const pointIcon = z.enum(POINT_ICONS);
export type PointIcon = z.infer<typeof pointIcon>;

/** What the server section tells of one server (L6). */
export const serverInfo = z.object({
  key: z.string(),
  name: z.string(),
  /** What a player types into the game to join, as "everest.one-rp.example:22005"; null: not open yet. */
  address: z.nullable(z.string()),
  /** What kind of city it is: its name and one line of facts, as "Big city" and "x1 experience, since 2021". */
  district: z.string(),
  facts: z.string(),
  points: z.array(z.object({ icon: pointIcon, title: z.string(), text: z.string() })),
});
export type ServerInfo = z.infer<typeof serverInfo>;

/** The promotion of the banner (L5): a discount code that is in force until `endsAt`. */
export const promo = z.object({ title: z.string(), code: z.string(), endsAt: z.iso.datetime() });
export type Promo = z.infer<typeof promo>;

export const newsEntry = z.object({
  id: z.string(),
  publishedOn: z.iso.date(),
  title: z.string(),
  text: z.string(),
});
export type NewsEntry = z.infer<typeof newsEntry>;

/** What the landing page shows from the catalogue. */
export const landingDataReply = z.object({
  /** Null: nothing is on. */
  promo: z.nullable(promo),
  servers: z.array(serverInfo),
  /** Newest first, at most six. */
  news: z.array(newsEntry),
});
export type LandingData = z.infer<typeof landingDataReply>;

/** What a game server says of itself, about every interval of its settings, with its key as the bearer. */
export const heartbeatBody = z.strictObject({
  server: text(32).check(z.regex(/^[a-z0-9_-]{1,32}$/, code('badRequest'))),
  online: z.int().check(z.gte(0), z.lte(100_000)),
  slots: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
});
export const heartbeatReply = z.object({
  /** Seconds until the next one is expected. */
  nextInS: z.int(),
});
