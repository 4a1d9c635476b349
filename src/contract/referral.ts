import * as z from 'zod/mini';
import { promoCode } from './auth.ts';
import { text } from './text.ts';

const coins = z.int();

/** A referral counts as active for so long after a payment or an opening (C7). */
export const REFERRAL_ACTIVE_DAYS = 30;
/** Cash-back waits so long for a refund of its source before it can be spent. */
export const CASH_BACK_HOLD_DAYS = 14;
/** Days between reaching a milestone and its reward; payments younger than this carry no reward. */
export const REWARD_HOLD_DAYS = 14;
/** Most that cash-back and rewards of an inviter give together, of what referrals paid net: 100 are one percent. */
export const REFERRAL_SHARE_BASIS_POINTS = 2000;
/** A referral counts from this sum on, paid and not taken back: euro cents. */
export const REFERRAL_MIN_PAID_CENTS = 500;
/** Referrals of one inviter that count from one network of sign-up; an unknown network is one of them. */
export const REFERRALS_PER_NETWORK = 3;

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
  /** ISO 8601: when it was given; null before, and once it was taken back. */
  rewardedAt: z.nullable(z.string()),
  /**
   * open: not reached, or fewer count than it requires; waiting: until releaseAt; uncovered: until referrals have paid
   * missingCents more; given; reversed: taken back, because payments went back.
   */
  state: z.enum(['open', 'waiting', 'uncovered', 'given', 'reversed']),
  /** ISO 8601: from when it can be given; null before it is reached. */
  releaseAt: z.nullable(z.string()),
  /** ISO 8601: when it was taken back; null unless it is. */
  reversedAt: z.nullable(z.string()),
  /** Euro cents that referrals have yet to pay before their payments carry it; 0 unless it is uncovered. */
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
  /** Euro cents paid, and OC of cash-back that they brought. */
  donationsCents: z.int(),
  cashBack: coins,
});
export type InvitedPlayer = z.infer<typeof invitedPlayer>;
/** Pages by the id before which to go on. */
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
