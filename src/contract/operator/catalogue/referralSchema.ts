import * as z from 'zod/mini';
import { REFERRAL_SHARE_BASIS_POINTS } from '#/contract/referral.ts';
import { id, inEveryLanguage } from './caseSchema.ts';
import { SENTENCES } from './sentences.ts';

/** The file `catalogue/referral.json`: the ranks of the referral programme and its milestones (C7). */

/** A picture in assets/ without its ending. */
const image = z
  .string()
  .check(z.regex(/^(referral|items|cases)\/[a-z0-9][a-z0-9-]{0,63}$/, SENTENCES.notPicture));

const status = z.strictObject({
  /** From 1, the lowest. */
  level: z.int().check(z.gte(1), z.lte(100)),
  name: inEveryLanguage(40),
  image,
  /**
   * Share of the referrals' payments, in basis points: 100 are one percent. At most the share of
   * the whole programme.
   */
  cashBackBasisPoints: z.int().check(z.gte(0), z.lte(REFERRAL_SHARE_BASIS_POINTS)),
  /** Active referrals, both bounds included. The last rank has no upper bound. */
  fromReferrals: z.int().check(z.gte(0), z.lte(1_000_000)),
  toReferrals: z.nullable(z.int().check(z.lte(1_000_000))),
  isLeader: z.optional(z.literal(true)),
});

const statuses = z.array(status).check(
  z.minLength(1),
  z.refine((list) => list.every(({ level }, at) => level === at + 1), SENTENCES.levels),
  z.refine(
    (list) =>
      list.every(({ fromReferrals, toReferrals }, at) => {
        const next = list[at + 1];
        return toReferrals === null
          ? next === undefined
          : fromReferrals <= toReferrals && next?.fromReferrals === toReferrals + 1;
      }),
    SENTENCES.rankGap,
  ),
  z.refine(
    (list) =>
      list.every(
        ({ cashBackBasisPoints: percent }, at) => percent >= (list[at - 1]?.cashBackBasisPoints ?? 0),
      ),
    SENTENCES.rankPaysLess,
  ),
);

/**
 * The reward of a milestone. Items of the game belong to one game server, so a milestone cannot
 * give them.
 */
const grant = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('coins'), coins: z.int().check(z.positive(), z.lte(1_000_000)) }),
  z.strictObject({ kind: z.literal('premium'), days: z.int().check(z.positive(), z.lte(3650)) }),
  z.strictObject({ kind: z.literal('case'), caseId: id, count: z.int().check(z.positive(), z.lte(100)) }),
]);

const milestone = z.strictObject({
  /** Must never change, because rewards refer to it. */
  id,
  /** Active referrals. */
  requiredReferrals: z.int().check(z.positive(), z.lte(1_000_000)),
  /** The reward in words, sent as `couponName`. */
  name: inEveryLanguage(60),
  image,
  grants: z.array(grant).check(
    z.minLength(1),
    z.refine(
      (grants) =>
        new Set(grants.map((each) => (each.kind === 'case' ? each.caseId : each.kind))).size ===
        grants.length,
      SENTENCES.givenTwice,
    ),
  ),
});

/** `catalogue/referral.json` */
export const referralFile = z.strictObject({ statuses, milestones: z.array(milestone) });
export type ReferralFile = z.infer<typeof referralFile>;
