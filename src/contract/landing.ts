import * as z from 'zod/mini';
import { code, text } from './kernel/text.ts';

/** The server that a form names. */
export const serverKey = text(32, 'serverRequired').check(
  z.regex(/^[a-z0-9_-]{1,32}$/, code('serverRequired')),
);

/** A game server as the selectors know it. */
export const gameServer = z.object({ key: z.string(), name: z.string() });
export type GameServer = z.infer<typeof gameServer>;

export const serversReply = z.object({ servers: z.array(gameServer) });

/** Players online. A server that does not answer has 0 and is marked (L7). */
export const serverStatistic = z.object({
  key: z.string(),
  name: z.string(),
  online: z.int().check(z.nonnegative()),
  /** Slots of the server; null while they are unknown. */
  slots: z.nullable(z.int().check(z.positive())),
  isOnline: z.boolean(),
});
export type ServerStatistic = z.infer<typeof serverStatistic>;

export const serversStatisticReply = z.object({
  servers: z.array(serverStatistic),
  /** The peak: most players ever online on all servers together. Null before the first sample. */
  record: z.nullable(z.object({ online: z.int(), at: z.iso.datetime() })),
});
export type ServersStatistic = z.infer<typeof serversStatisticReply>;

/** Pictograms of the info points (L6); each is an icon of `client/ui/display/Icon`. */
export const POINT_ICONS = ['car', 'badge', 'shop', 'keys', 'voice', 'economy'] as const;
export const pointIcon = z.enum(POINT_ICONS);
export type PointIcon = z.infer<typeof pointIcon>;

/** Details of one server in the server section (L6). */
export const serverInfo = z.object({
  key: z.string(),
  name: z.string(),
  /**
   * Address for the game client, for example "everest.one-rp.example:22005". Null when the server
   * is not open yet.
   */
  address: z.nullable(z.string()),
  /**
   * Kind of the city: its name and one line of facts, for example "Big city" and "x1 experience,
   * since 2021".
   */
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

/** The catalogue's data for the landing page. */
export const landingDataReply = z.object({
  /** Null when there is no promotion. */
  promo: z.nullable(promo),
  servers: z.array(serverInfo),
  /** Newest first, at most six. */
  news: z.array(newsEntry),
});
export type LandingData = z.infer<typeof landingDataReply>;

/** Report of a game server, sent at the configured interval with its key as the bearer. */
export const heartbeatBody = z.strictObject({
  server: text(32).check(z.regex(/^[a-z0-9_-]{1,32}$/, code('badRequest'))),
  online: z.int().check(z.gte(0), z.lte(100_000)),
  slots: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
});
export const heartbeatReply = z.object({
  /** Seconds until the next report is expected. */
  nextInS: z.int(),
});

/** Announced changes of the terms that are not in force yet, the next one first (RT17). */
export const termsNoticesReply = z.object({
  notices: z.array(
    z.object({
      /** The first day of the changed terms, UTC. */
      inForceOn: z.iso.date(),
      /** What changes, in the reader's language. Plain text. */
      text: z.string(),
    }),
  ),
});
export type TermsNoticesReply = z.infer<typeof termsNoticesReply>;
