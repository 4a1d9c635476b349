import * as z from 'zod/mini';
import { serverKey } from '#/contract/landing.ts';
import { text } from '#/contract/kernel/text.ts';
import { reason } from './people/people.ts';

/** Reasons why a game server needs an operator's attention. */
export const SERVER_ALARMS = [
  'late',
  'silent',
  'unknown',
  'unrecorded',
  'failed',
  'ledger',
  'rival',
  'code',
] as const;

/** The filters of the list of servers. The lines of the first page link to them. */
export const SERVER_MARKS = ['alarm', 'silent', 'ledger', 'keys'] as const;
export type ServerMark = (typeof SERVER_MARKS)[number];
/** Keys that end within this time are reported, in ms. */
export const KEY_ENDS_SOON_MS = 7 * 24 * 60 * 60_000;

const time = z.string();
const maybeTime = z.nullable(time);

/** The adapter that runs in a game server, or the last one that ran. */
const instance = z.object({
  isAlive: z.boolean(),
  seenAt: time,
  /** Time at which the adapter announced its end. Null while it runs. */
  endedAt: maybeTime,
  adapter: z.string(),
  game: z.string(),
  host: z.string(),
  /** Network address without its last part. */
  network: z.string(),
  /** How the server identifies its players: login or link. */
  identity: z.string(),
  /** Milliseconds by which its clock is ahead. */
  clockOffsetMs: z.int(),
  ledger: z.string(),
  /** Another adapter that was refused although it had a key of this server. */
  rival: z.nullable(z.object({ host: z.string(), network: z.string(), at: time })),
});

const lane = {
  key: z.string(),
  names: z.object({ ru: z.string(), uk: z.string(), en: z.string() }),
  /** Null when the server was never in contact. */
  instance: z.nullable(instance),
  /** Number of deliveries that wait for the server, counted up to `mostCounted`. */
  waiting: z.int(),
  ready: z.int(),
  leased: z.int(),
  trouble: z.int(),
  /** Time since which the oldest ready delivery is ready. */
  oldestReadyAt: maybeTime,
  mostCounted: z.int(),
  alarms: z.array(z.object({ alarm: z.enum(SERVER_ALARMS), count: z.int() })),
  liveKeys: z.int(),
  /** End of the first live key that ends soon. Null when none does. */
  keyEndsAt: maybeTime,
};
const serverLane = z.object(lane);
export type ServerLane = z.infer<typeof serverLane>;
export const serversReply = z.object({ servers: z.array(serverLane) });

const gameKey = z.object({
  id: z.string(),
  label: z.string(),
  /** deliver, players, link, purchase. */
  scopes: z.array(z.string()),
  createdAt: time,
  endsAt: maybeTime,
  revokedAt: maybeTime,
  lastUsedAt: maybeTime,
  lastNetwork: z.nullable(z.string()),
  isLive: z.boolean(),
});
export type GameKeyShown = z.infer<typeof gameKey>;

const ledger = z.object({
  id: z.string(),
  /** Entries in the ledger at its last request. */
  head: z.int(),
  firstSeenAt: time,
  /** Null while the ledger waits for an operator. */
  acceptedAt: maybeTime,
  retiredAt: maybeTime,
  /** Its entries when it was refused as an old copy or as retired, so that it waits for an operator; else null. */
  refusedHead: z.nullable(z.int()),
});
export type LedgerShown = z.infer<typeof ledger>;

export const serverReply = z.object({
  ...lane,
  /** Codes that the server's adapter can give, set and prove. */
  codes: z.array(z.string()),
  facts: z.array(z.string()),
  proves: z.array(z.string()),
  /** The newest first. */
  keys: z.array(gameKey),
  keysMost: z.int(),
  ledgers: z.array(ledger),
});
export type ServerReply = z.infer<typeof serverReply>;

export const serverParams = z.strictObject({ id: serverKey });
export const keyParams = z.strictObject({ id: text(40, 'notFound').check(z.regex(/^k_[A-Za-z0-9]{1,38}$/)) });

export const makeKeyBody = z.strictObject({
  label: text(60).check(z.trim()),
  /** Permissions of the key besides handing over and reporting players. */
  mayLink: z.boolean(),
  mayPurchase: z.boolean(),
  reason,
});
export type MakeKeyBody = z.output<typeof makeKeyBody>;
export const makeKeyReply = z.object({
  id: z.string(),
  /** The secret, in the first answer only. It is not stored in plain text. */
  secret: z.optional(z.string()),
});

/**
 * End of the key as the operator saw it. If it has changed, the act is refused with
 * operatorChanged.
 */
const sentTime = z.nullable(text(40).check(z.iso.datetime()));
export const endKeyBody = z.strictObject({
  /** Hours from now. */
  hours: z.int().check(z.positive(), z.lte(24 * 365)),
  endsAt: sentTime,
  reason,
});
export const revokeKeyBody = z.strictObject({ reason });
export const keyReply = z.object({ endsAt: maybeTime, revokedAt: maybeTime });

export const acceptLedgerBody = z.strictObject({
  ledger: text(64).check(z.regex(/^[A-Za-z0-9_-]+$/)),
  /**
   * Times of acceptance and retirement as the operator saw them. If they have changed, the act is
   * refused with operatorChanged.
   */
  acceptedAt: sentTime,
  retiredAt: sentTime,
  reason,
});
export type AcceptLedgerBody = z.output<typeof acceptLedgerBody>;
export const acceptLedgerReply = z.object({
  provedByGame: z.int(),
  toldAgain: z.int(),
  becomeUnknown: z.int(),
});

/** The games for which the site has an adapter. */
export const adapterParams = z.strictObject({ id: text(20, 'notFound').check(z.regex(/^[a-z]+$/)) });
export const adapterReply = z.object({
  fileName: z.string(),
  /** The zip, in base64. */
  bytes: z.string(),
});
