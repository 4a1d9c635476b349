import * as z from 'zod/mini';
import { GAME_IDENTITIES } from './gameLink.ts';
import { GOODS_MAX_QUANTITY } from './kernel/limits.ts';
import { LOCALES } from './kernel/locale.ts';
import { text } from './kernel/text.ts';

/**
 * The protocol between the site and the adapter inside a game server, version 1 (src/games/PROTOCOL.md). Both sides
 * ignore fields that they do not know, so that either can be newer.
 */

export const GAME_PROTOCOL = 1;
/** Path of each call. */
export const gamePath = (call: GameCall): string => `/api/game/v1/${call}`;
export const GAME_CALLS = [
  'hello',
  'pull',
  'report',
  'roster',
  'bye',
  'links',
  'waiting',
  'take',
  'player',
  'purchases',
] as const;
export type GameCall = (typeof GAME_CALLS)[number];
export const GAME_KEY_HEADER = 'onerp-key';
export const GAME_SIGN_HEADER = 'onerp-sign';

/**
 * The text that a key signs for a request.
 * @param bodyHash SHA-256 of the bytes of the body, in hex
 */
export const requestText = (path: string, bodyHash: string): string => `onerp1\n${path}\n${bodyHash}`;
/**
 * The text that a key signs for an answer.
 * @param bodyHash SHA-256 of the `body` of the answer, in hex
 */
export const answerText = (instance: string, seq: number, bodyHash: string): string =>
  `onerp1r\n${instance}\n${seq}\n${bodyHash}`;

/** Longest time for which a poll is held. */
export const POLL_HOLD_MAX_S = 25;
/** Most deliveries in one answer. */
export const PULL_MAX = 50;
/** Most results in one request, and most players in one part of a roster. */
export const RESULTS_MAX = 100;
export const ROSTER_PART_MAX = 300;

/**
 * Most bytes of a body. The longest lists that `GAME_BODIES` allows fit, even if every letter
 * beyond ASCII is written as \uXXXX.
 */
const BODY_MAX_BYTES = 32 * 1024;
const LONG_BODY_MAX_BYTES: Partial<Record<GameCall, number>> = {
  hello: 64 * 1024,
  pull: 1280 * 1024,
  report: 512 * 1024,
  roster: 1024 * 1024,
};
/** Largest body of a call, bytes. */
export const gameBodyMaxBytes = (call: GameCall): number => LONG_BODY_MAX_BYTES[call] ?? BODY_MAX_BYTES;

/** 16 random bytes in base64url. */
const randomId = text(22).check(z.regex(/^[A-Za-z0-9_-]{22}$/));
const count = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
const deliveryNo = z.int().check(z.positive(), z.lte(Number.MAX_SAFE_INTEGER));
const players = z.int().check(z.gte(0), z.lte(100_000));
/** A text from the game, without control characters and unpaired surrogates. */
const said = (maxLength: number) => text(maxLength).check(z.regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u));
/**
 * The game's own name of a player, for example "license2:9f…" or a login. SteamIDs are texts,
 * because they are too large for numbers.
 */
const playerKey = text(100).check(z.regex(/^[\x21-\x7e]{1,100}$/));
const ids = z.array(playerKey).check(z.maxLength(10));
const code = text(60).check(z.regex(/^[a-z*][a-z0-9_:*.-]{0,59}$/));

/** The fields that every body begins with. */
const head = {
  v: z.literal(GAME_PROTOCOL),
  /** Random id that the adapter takes at each start. */
  instance: randomId,
  /** Rises with each request of an instance. */
  seq: z.int().check(z.positive(), z.lte(Number.MAX_SAFE_INTEGER)),
  /** UTC milliseconds of the adapter's clock, after correction by the site's clock. */
  at: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  /** Number of entries that the adapter's ledger has ever had. */
  head: count,
};

export const helloBody = z.object({
  ...head,
  adapter: said(60),
  game: said(60),
  host: said(60),
  ledger: randomId,
  codes: z.array(code).check(z.maxLength(300)),
  facts: z.array(code).check(z.maxLength(50)),
  /** Codes for which the game can prove whether something was given. */
  proves: z.array(code).check(z.maxLength(300)),
  identity: z.enum(GAME_IDENTITIES),
  slots: players,
});
export type HelloBody = z.infer<typeof helloBody>;

const presentPlayer = z.object({
  player: playerKey,
  /** Other names of the same player, for example "steam:11000013…". */
  ids: z.optional(ids),
  character: z.optional(said(60)),
  name: z.optional(said(60)),
});
export type PresentPlayer = z.infer<typeof presentPlayer>;

/** Reasons why a delivery was not begun and is tried again later. */
export const RETRY_CODES = ['offline', 'no_space', 'wrong_character', 'busy'] as const;
/** Reasons why a delivery can never be done. */
export const REJECT_CODES = ['unknown_code', 'no_character', 'bad_params', 'failed'] as const;

const result = z
  .object({
    no: deliveryNo,
    attempt: z.int().check(z.positive(), z.lte(2_000_000_000)),
    outcome: z.enum(['done', 'saving', 'retry', 'rejected', 'unknown', 'cancelled']),
    code: z.optional(z.enum([...RETRY_CODES, ...REJECT_CODES])),
    /** With `retry`: seconds until the next try. */
    afterS: z.optional(z.int().check(z.gte(0), z.lte(3600))),
    /** With `done` of a revoke: the pieces that were really there. */
    taken: z.optional(z.int().check(z.gte(0), z.lte(1_000_000))),
    /** Where the saved state was read back, or an error message. Shown to the operator. */
    proof: z.optional(said(500)),
  })
  .check(
    z.refine(({ outcome, code }) => outcome !== 'retry' || RETRY_CODES.some((known) => known === code)),
    z.refine(({ outcome, code }) => outcome !== 'rejected' || REJECT_CODES.some((known) => known === code)),
  );
export type GameResult = z.infer<typeof result>;
const results = z.array(result).check(z.maxLength(RESULTS_MAX));

export const pullBody = z.object({
  ...head,
  /** Seconds that the poll may be held; 0 asks for an immediate answer. */
  waitS: z.int().check(z.gte(0), z.lte(POLL_HOLD_MAX_S)),
  max: z.int().check(z.gte(0), z.lte(PULL_MAX)),
  online: players,
  slots: z.optional(players.check(z.positive())),
  joined: z.optional(z.array(presentPlayer).check(z.maxLength(ROSTER_PART_MAX))),
  left: z.optional(z.array(playerKey).check(z.maxLength(ROSTER_PART_MAX))),
  results: z.optional(results),
});

export const reportBody = z.object({ ...head, results });
export const rosterBody = z.object({
  ...head,
  part: z.int().check(z.positive(), z.lte(1000)),
  of: z.int().check(z.positive(), z.lte(1000)),
  players: z.array(presentPlayer).check(z.maxLength(ROSTER_PART_MAX)),
});
export const byeBody = z.object(head);

export const linksBody = z.object({
  ...head,
  /** The code as the player typed it. */
  code: said(40),
  player: playerKey,
  ids: z.optional(ids),
  character: z.optional(said(60)),
  name: z.optional(said(60)),
});
export const waitingBody = z.object({ ...head, player: playerKey, locale: z.optional(z.enum(LOCALES)) });
export const takeBody = z.object({
  ...head,
  player: playerKey,
  /** The character that shall receive the deliveries, if it is not the character of the link. */
  character: z.optional(said(60)),
  nos: z.array(deliveryNo).check(z.minLength(1), z.maxLength(RESULTS_MAX)),
});
export const playerBody = z.object({ ...head, player: playerKey });

export const purchasesBody = z.object({
  ...head,
  /** Idempotency key. The same key buys once and gets the same answer. */
  key: text(64).check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
  player: playerKey,
  /** Id of the good, as on the site. */
  goods: z.int().check(z.positive(), z.lte(2_000_000_000)),
  count: z.int().check(z.positive(), z.lte(GOODS_MAX_QUANTITY)),
  /** Total price that the player was shown, in OC. */
  coins: z.int().check(z.gte(0), z.lte(2_000_000_000)),
});

export const GAME_BODIES = {
  hello: helloBody,
  pull: pullBody,
  report: reportBody,
  roster: rosterBody,
  bye: byeBody,
  links: linksBody,
  waiting: waitingBody,
  take: takeBody,
  player: playerBody,
  purchases: purchasesBody,
} as const satisfies Record<GameCall, z.core.$ZodType>;
export type GameBody<Call extends GameCall> = z.infer<(typeof GAME_BODIES)[Call]>;

/**
 * How the site took a reported result. stale: the reporting ledger does not hold the delivery;
 * unknown: this server has no such delivery.
 */
export type ResultAs = 'recorded' | 'repeated' | 'stale' | 'unknown';

/** A delivery in the form that the game receives. */
export interface GameDelivery {
  no: number;
  attempt: number;
  kind: 'give' | 'revoke' | 'set';
  code: string;
  count: number;
  params: Record<string, string | number | boolean | null>;
  /** Version of a fact. Null for things that are counted. */
  version: number | null;
  player: { login: string; player: string; character: string | null };
  /** Name of the purchase. Null for facts. */
  title: { ru: string; uk: string; en: string } | null;
  leaseUntil: number;
  /** Before handing over, the game must prove that the delivery was not given. */
  doubtful: boolean;
  /**
   * An operator has found that no attempt up to this one gave the delivery. If the ledger says that
   * one of them was started, the game begins anew without a proof. Null if nobody has decided.
   */
  notGivenThrough: number | null;
  /**
   * The payment was refunded, or an operator cancelled the delivery. If the proof finds nothing,
   * the delivery is never given. Set only with `doubtful`.
   */
  calledOff: boolean;
}

export interface GameReplies {
  hello: {
    server: string;
    v: { min: number; max: number };
    waitS: number;
    max: number;
    handover: 'auto';
    settledThrough: number;
    wantRoster: boolean;
  };
  pull: {
    results: { no: number; as: ResultAs }[];
    deliveries: GameDelivery[];
    cancel: number[];
    settledThrough: number;
    more: boolean;
    nextInS: number;
    wantRoster: boolean;
    /** Another game server that asks with a key of this server. */
    rival: { host: string; network: string; at: number } | null;
  };
  report: { results: { no: number; as: ResultAs }[] };
  roster: { isWhole: boolean };
  bye: Record<string, never>;
  /** The login is masked, "v***a": the player sees whose account it is, and others learn nothing. */
  links: { login: string };
  /** The login is null if the player has no account. */
  waiting: { login: string | null; deliveries: WaitingDelivery[] };
  /** Ids of the deliveries that will be handed over now. */
  take: { taken: number[] };
  player: {
    login: string | null;
    /** UTC milliseconds. Null when the player has no Premium. */
    premiumUntil: number | null;
    premiumCoins: number;
    /** Coins that the game may still spend today. */
    maySpend: number;
  };
  /** Public id of the order, the remaining coins, and the deliveries to hand over now. */
  purchases: { order: string; premiumCoins: number; deliveries: GameDelivery[] };
}

/** An unfinished delivery, for a list in the game. */
export interface WaitingDelivery {
  no: number;
  kind: 'give' | 'revoke';
  code: string;
  count: number;
  /** Title in the requested language, or else in the account's language. Null for facts. */
  title: string | null;
  state: 'waiting' | 'leased' | 'cancelling' | 'failed' | 'unknown';
  /** UTC milliseconds until which a new link holds the delivery. Null when it is not held. */
  heldUntil: number | null;
}
