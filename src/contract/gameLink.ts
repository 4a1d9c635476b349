import * as z from 'zod/mini';
import { freshProof } from './cabinet.ts';
import { PERMIT_MAX_COINS } from './kernel/limits.ts';

/** How a game server finds the accounts of its players: by their login, or by a link that they made with a code. */
export const GAME_IDENTITIES = ['login', 'link'] as const;
export type GameIdentity = (typeof GAME_IDENTITIES)[number];

/** ISO 8601, UTC. */
const maybeTime = z.nullable(z.string());

/** The player of the game that an account is tied to (D15). */
export const gameLinkReply = z.object({
  /** pending: a code was typed in the game, and the player has to say that it was them. */
  state: z.enum(['none', 'pending', 'active']),
  /** Names the link when it is confirmed or refused; null without one, as all below. */
  id: z.nullable(z.int()),
  /** The game's name of the player, masked: "license2:9f•••c1". */
  player: z.nullable(z.string()),
  character: z.nullable(z.string()),
  characterName: z.nullable(z.string()),
  linkedAt: maybeTime,
  confirmedAt: maybeTime,
  /** What was bought before the link waits until then, or for the mailed link; null: nothing waits (D16). */
  heldUntil: maybeTime,
  /** Key of the server of the account. */
  serverKey: z.string(),
  /** How that server finds its players; null while no adapter ever spoke. */
  identity: z.nullable(z.enum(GAME_IDENTITIES)),
  /** Whether a code can be typed in the game there. */
  canLinkHere: z.boolean(),
});
export type GameLinkReply = z.infer<typeof gameLinkReply>;

export const linkCodeBody = z.strictObject(freshProof);
export type FreshProof = z.infer<typeof linkCodeBody>;
/** The code is told once: 8 letters and digits to type in the game within ten minutes. */
export const linkCodeReply = z.object({ code: z.string(), expiresAt: z.string() });
export type LinkCodeReply = z.infer<typeof linkCodeReply>;

/** Which link is meant. Another may have taken its place since the page showed it. */
export const answerLinkBody = z.strictObject({ id: z.int().check(z.positive()) });

export const endLinkBody = z.strictObject(freshProof);

/** How many coins the game may spend for the player in a day (UTC), and how many it has spent today (D17). */
export const spendPermitReply = z.object({ coinsPerDay: z.int(), spentToday: z.int() });
export type SpendPermitReply = z.infer<typeof spendPermitReply>;

/** 0: the game spends nothing. To allow more than before, a fresh sign-in is needed. */
export const spendPermitBody = z.strictObject({
  coinsPerDay: z.int().check(z.gte(0), z.lte(PERMIT_MAX_COINS)),
  ...freshProof,
});
export type SpendPermitBody = z.infer<typeof spendPermitBody>;
