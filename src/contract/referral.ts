import * as z from 'zod/mini';
import { promoCode } from './auth.ts';

const coins = z.int();

/** A referral counts as active for so long after a payment or an opening (C7). */
export const REFERRAL_ACTIVE_DAYS = 30;
/** Cash-back waits so long for a refund of its source before it can be spent. */
export const CASH_BACK_HOLD_DAYS = 14;

export const inviterBody = z.strictObject({ promo_code: promoCode });
export const inviterReply = z.object({ registrationPromoCode: z.string() });

/** A rank of the referral programme, by the number of active referrals. */
export const referralStatus = z.object({
  name: z.string(),
  imageName: z.string(),
  /** Of what referrals pay, in percent. */
  cashBackPercent: z.number(),
  referralsAmountFrom: z.int(),
  /** Null: no end. */
  referralsAmountTo: z.nullable(z.int()),
});
export type ReferralStatus = z.infer<typeof referralStatus>;
export const statusStatisticReply = z.object({ statuses: z.array(referralStatus) });

export const milestone = z.object({
  id: z.int(),
  requiredReferralsAmount: z.int(),
  imageName: z.string(),
  /** What is given when it is reached. */
  couponName: z.string(),
  /** ISO 8601: when it was given; null before. */
  rewardedAt: z.nullable(z.string()),
});
export type Milestone = z.infer<typeof milestone>;
export const milestoneReply = z.object({ milestones: z.array(milestone) });

export const accountStatisticReply = z.object({
  systemAccountStatistic: z.object({
    /** Verified, and paid or opened a case within REFERRAL_ACTIVE_DAYS. */
    activeReferral: z.int(),
    totalReferral: z.int(),
    /** Prizes of milestones received, newest first. */
    userRewards: z.array(z.object({ name: z.string(), imageName: z.string(), receivedAt: z.string() })),
    rewardsAmount: z.int(),
    /** OC from referrals that can be spent, and OC still on hold. */
    earnedFromReferralsSum: coins,
    heldFromReferralsSum: coins,
    /** Euro cents that referrals paid and that were not taken back. */
    referralsDonationsSum: z.int(),
    /** OC of cash-back in all, held and released. */
    referralsDonationCashBackSum: coins,
  }),
  /** The player's rank now; null below the first. */
  lastStatus: z.nullable(referralStatus),
  isLeader: z.boolean(),
  isMediaPartner: z.boolean(),
});
export type AccountStatistic = z.infer<typeof accountStatisticReply>;

/** Why an invited player counts or not, as a code with its sentence in the locales. */
export const REFERRAL_REASONS = ['active', 'unverified', 'idle', 'sameDevice', 'closed'] as const;

/** An invited player, masked. */
export const invitedPlayer = z.object({
  id: z.int(),
  login: z.string(),
  /** ISO 8601. */
  invitedAt: z.string(),
  reason: z.enum(REFERRAL_REASONS),
  /** Euro cents paid, and OC of cash-back that they brought. */
  donationsCents: z.int(),
  cashBack: coins,
});
export type InvitedPlayer = z.infer<typeof invitedPlayer>;
/** Pages by the id before which to go on. */
export const beforeQuery = z.strictObject({
  before: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))),
});
export const invitedPlayersReply = z.object({
  players: z.array(invitedPlayer),
  nextBefore: z.nullable(z.int()),
});

/** A movement of the player's coins with its cause. */
export const movement = z.object({
  id: z.int(),
  /** Below 0: coins went out. */
  amount: coins,
  /** Cause, with its sentence in the locales: order, orderBonus, purchase, coupon, cashBack … */
  reason: z.string(),
  /** What the cause is about in the page's language, as the product of an order; null where there is nothing to say. */
  subject: z.nullable(z.string()),
  /** ISO 8601. */
  date: z.string(),
});
export type Movement = z.infer<typeof movement>;
export const movementsReply = z.object({
  movements: z.array(movement),
  nextBefore: z.nullable(z.int()),
});
