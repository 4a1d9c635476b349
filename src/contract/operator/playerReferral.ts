import * as z from 'zod/mini';
import { REFERRAL_REASONS } from '#/contract/referral.ts';

/** Invited players in one page. */
export const INVITED_ROWS = 50;
/** Most held cash-backs, and most rewards, that are listed. */
export const REFERRAL_LISTED = 50;

const at = z.string();
const titles = z.object({ ru: z.string(), uk: z.string(), en: z.string() });
const reason = z.enum(REFERRAL_REASONS);
const person = { id: z.int(), login: z.string(), server: z.string() };

/** A player's part in the referral programme, except the list of the invited. */
export const playerReferralReply = z.object({
  /** Who invited the player, since when, and why the player counts for them or not. Null if nobody did. */
  inviter: z.nullable(z.object({ ...person, since: at, reason })),
  total: z.int(),
  active: z.int(),
  /** Cents that the invited have paid, without refunds. */
  donationsCents: z.int(),
  /** Null below the first rank. */
  rank: z.nullable(z.object({ names: titles, cashBackBasisPoints: z.int() })),
  /** OC of cash-back that wait, that were paid out, and that were revoked with refunds. */
  coinsHeld: z.int(),
  coinsReleased: z.int(),
  coinsReversed: z.int(),
  /** The next to be released first. */
  held: z.array(
    z.object({
      order: z.string(),
      player: z.object(person),
      coins: z.int(),
      basisPoints: z.int(),
      releaseAt: at,
    }),
  ),
  /** The newest first. */
  rewards: z.array(
    z.object({
      id: z.int(),
      names: titles,
      requiredReferrals: z.int(),
      state: z.enum(['waiting', 'given', 'reversed']),
      /** When it was given or revoked, or will be given. Null for rewards from before the waiting time. */
      at: z.nullable(at),
    }),
  ),
});
export type PlayerReferral = z.infer<typeof playerReferralReply>;

/** The newest first. */
export const playerInvitedReply = z.object({
  players: z.array(
    z.object({ ...person, invitedAt: at, reason, donationsCents: z.int(), cashBackCoins: z.int() }),
  ),
  before: z.nullable(z.int()),
});
export type PlayerInvited = z.infer<typeof playerInvitedReply>;
