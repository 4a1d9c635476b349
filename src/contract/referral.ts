import * as z from 'zod/mini';
import { promoCode } from './auth.ts';
import { text } from './kernel/text.ts';

const coins = z.int();

/** Time that a referral counts as active after a payment or an opening (C7). */
export const REFERRAL_ACTIVE_DAYS = 30;
/** Time that cash-back is held, in case its source is refunded, before it can be spent. */
export const CASH_BACK_HOLD_DAYS = 14;
/** Days between reaching a milestone and its reward; payments younger than this carry no reward. */
export const REWARD_HOLD_DAYS = 14;
/** Limit of cash-back and rewards of an inviter, as a share of the net payments of referrals: 100 are one percent. */
export const REFERRAL_SHARE_BASIS_POINTS = 2000;
/** Least net payments of a referral that counts, in euro cents. */
export const REFERRAL_MIN_PAID_CENTS = 500;
/** Most referrals of an inviter that count from the same network at sign-up. An unknown network counts as one. */
export const REFERRALS_PER_NETWORK = 3;

export const inviterBody = z.strictObject({ promo_code: promoCode });
export const inviterReply = z.object({ registrationPromoCode: z.string() });

/** A rank of the referral programme, by the number of active referrals. */
export const referralStatus = z.object({
  name: z.string(),
  imageName: z.string(),
  /** Share of the payments of referrals, in percent. */
  cashBackPercent: z.number(),
  referralsAmountFrom: z.int(),
  /** Null when the rank has no upper bound. */
  referralsAmountTo: z.nullable(z.int()),
});
export type ReferralStatus = z.infer<typeof referralStatus>;
export const statusStatisticReply = z.object({ statuses: z.array(referralStatus) });

export const milestone = z.object({
  id: z.int(),
  requiredReferralsAmount: z.int(),
  imageName: z.string(),
  /** Reward of the milestone. */
  couponName: z.string(),
  /** Time of the reward, ISO 8601. Null before the reward and after its revocation. */
  rewardedAt: z.nullable(z.string()),
  /**
   * open: not reached, or fewer referrals count than required; waiting: until releaseAt; uncovered: until referrals
   * have paid missingCents more; given; reversed: revoked after refunds.
   */
  state: z.enum(['open', 'waiting', 'uncovered', 'given', 'reversed']),
  /** Earliest time of the reward, ISO 8601. Null before the milestone is reached. */
  releaseAt: z.nullable(z.string()),
  /** Time of the revocation, ISO 8601; null if it was not revoked. */
  reversedAt: z.nullable(z.string()),
  /** Payments of referrals that are missing for the reward, in euro cents; 0 unless it is uncovered. */
  missingCents: z.int(),
});
export type Milestone = z.infer<typeof milestone>;
export const milestoneReply = z.object({ milestones: z.array(milestone) });

export const accountStatisticReply = z.object({
  systemAccountStatistic: z.object({
    /** Referrals that count (REFERRAL_REASONS): confirmed, paid, and active within REFERRAL_ACTIVE_DAYS. */
    activeReferral: z.int(),
    totalReferral: z.int(),
    /** Prizes of milestones received, newest first. */
    userRewards: z.array(z.object({ name: z.string(), imageName: z.string(), receivedAt: z.string() })),
    rewardsAmount: z.int(),
    /** OC from referrals that can be spent, and OC still on hold. */
    earnedFromReferralsSum: coins,
    heldFromReferralsSum: coins,
    /** Net payments of referrals, in euro cents. */
    referralsDonationsSum: z.int(),
    /** Total cash-back in OC, held and released. */
    referralsDonationCashBackSum: coins,
  }),
  /** The player's rank now; null below the first. */
  lastStatus: z.nullable(referralStatus),
  isLeader: z.boolean(),
  isMediaPartner: z.boolean(),
});
export type AccountStatistic = z.infer<typeof accountStatisticReply>;

/** The player's invitation: its link, and that link as the SVG markup of a QR code, for an `img`. */
export const invitationReply = z.object({ link: z.string(), QRImage: z.string() });

/** Reasons why an invited player counts or not, with a sentence in the locales. */
export const REFERRAL_REASONS = [
  'active',
  'unverified',
  'notPaid',
  'idle',
  'sameDevice',
  'sameNetwork',
  'closed',
] as const;

/** An invited player, masked. */
export const invitedPlayer = z.object({
  id: z.int(),
  login: z.string(),
  /** ISO 8601. */
  invitedAt: z.string(),
  reason: z.enum(REFERRAL_REASONS),
  /** Payments of the player in euro cents, and the cash-back from them in OC. */
  donationsCents: z.int(),
  cashBack: coins,
});
export type InvitedPlayer = z.infer<typeof invitedPlayer>;
/** Continues a list before this id. */
export const beforeQuery = z.strictObject({
  before: z.optional(z.pipe(text(15).check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))),
});
export const invitedPlayersReply = z.object({
  players: z.array(invitedPlayer),
  nextBefore: z.nullable(z.int()),
});

/** A movement of the player's coins with its cause. */
export const movement = z.object({
  id: z.int(),
  /** Negative: outgoing coins. */
  amount: coins,
  /** Cause, with its sentence in the locales: order, orderBonus, storeByCoin, coupon, cashBackReleased … */
  reason: z.string(),
  /** Subject of the cause in the page's language, such as the product of an order; null if there is none. */
  subject: z.nullable(z.string()),
  /** ISO 8601. */
  date: z.string(),
});
export type Movement = z.infer<typeof movement>;
export const movementsReply = z.object({
  movements: z.array(movement),
  nextBefore: z.nullable(z.int()),
});
