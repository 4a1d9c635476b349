import type { ReferralFile } from '#/contract/operator/catalogue/referralSchema.ts';

const text = (ru: string, uk: string, en: string) => ({ ru, uk, en });

const status = (
  level: number,
  cashBackBasisPoints: number,
  fromReferrals: number,
  toReferrals: number | null,
) => ({
  level,
  name: text(`Ранг ${level}`, `Звання ${level}`, `Rank ${level}`),
  image: `referral/rank-${level}`,
  cashBackBasisPoints,
  fromReferrals,
  toReferrals,
});

const milestone = (
  id: number,
  requiredReferrals: number,
  grants: ReferralFile['milestones'][number]['grants'],
) => ({
  id,
  requiredReferrals,
  name: text(`Награда ${id}`, `Винагорода ${id}`, `Award ${id}`),
  image: `referral/award-${id}`,
  grants,
});

/** Ranks from 1, 3 and 5 active referrals (5, 7.5 and 10 percent); milestones at 1 (coins), 2 (cases) and 4 (all kinds). */
export const testReferral: ReferralFile = {
  statuses: [status(1, 500, 1, 2), status(2, 750, 3, 4), { ...status(3, 1000, 5, null), isLeader: true }],
  milestones: [
    milestone(1, 1, [{ kind: 'coins', coins: 30 }]),
    milestone(2, 2, [{ kind: 'case', caseId: 2, count: 3 }]),
    milestone(3, 4, [
      { kind: 'coins', coins: 70 },
      { kind: 'premium', days: 7 },
      { kind: 'case', caseId: 1, count: 1 },
    ]),
  ],
};
