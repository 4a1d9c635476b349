import * as z from 'zod/mini';
import { freshProof } from './cabinet.ts';
import { PERMIT_MAX_COINS } from './kernel/limits.ts';

/**
 * The two ways in which a game server finds the account of a player: by login, or by a link that
 * the player made with a code.
 */
export const GAME_IDENTITIES = ['login', 'link'] as const;
export type GameIdentity = (typeof GAME_IDENTITIES)[number];

/** ISO 8601, UTC. */
const maybeTime = z.nullable(z.string());

/** The player of the game that an account is tied to (D15). */
export const gameLinkReply = z.object({
  /** pending: a code was typed in the game, and the player has not confirmed it yet. */
  state: z.enum(['none', 'pending', 'active']),
  /**
   * Id of the link, which confirms or refuses it. Without a link this field and those below are
   * null.
   */
  id: z.nullable(z.int()),
  /** The game's name of the player, masked: "license2:9f•••c1". */
  player: z.nullable(z.string()),
  character: z.nullable(z.string()),
  characterName: z.nullable(z.string()),
  linkedAt: maybeTime,
  confirmedAt: maybeTime,
  /**
   * Earlier purchases wait until this time, or until the mailed link is used. Null when nothing
   * waits (D16).
   */
  heldUntil: maybeTime,
  /** Key of the server of the account. */
  serverKey: z.string(),
  /** How that server finds its players. Null until an adapter has contacted the site. */
  identity: z.nullable(z.enum(GAME_IDENTITIES)),
  /** Whether a code can be typed in the game there. */
  canLinkHere: z.boolean(),
});
export type GameLinkReply = z.infer<typeof gameLinkReply>;

export const linkCodeBody = z.strictObject(freshProof);
export type FreshProof = z.infer<typeof linkCodeBody>;
/** The code is shown once: 8 letters and digits to type in the game within ten minutes. */
export const linkCodeReply = z.object({ code: z.string(), expiresAt: z.string() });
export type LinkCodeReply = z.infer<typeof linkCodeReply>;

/** Id of the link that the page showed. Another link may have replaced it since. */
export const answerLinkBody = z.strictObject({ id: z.int().check(z.positive()) });

export const endLinkBody = z.strictObject(freshProof);

/** How many coins the game may spend for the player in a day (UTC), and how many it has spent today (D17). */
export const spendPermitReply = z.object({ coinsPerDay: z.int(), spentToday: z.int() });
export type SpendPermitReply = z.infer<typeof spendPermitReply>;

/** 0 forbids the game to spend. A higher limit than before needs a fresh sign-in. */
export const spendPermitBody = z.strictObject({
  coinsPerDay: z.int().check(z.gte(0), z.lte(PERMIT_MAX_COINS)),
  ...freshProof,
});
export type SpendPermitBody = z.infer<typeof spendPermitBody>;
