import { and, eq, isNotNull, not, or } from 'drizzle-orm';
import type { Milestone } from '#/contract/referral.ts';
import type { Locale } from '#/contract/locale.ts';
import { referralMilestones, referralRewards } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/** The milestones, the nearest first; one that is withdrawn is shown to those who reached it (C7). */
export async function milestones(
  { db }: Deps,
  accountId: number,
  locale: Locale,
): Promise<{ milestones: Milestone[] }> {
  const isOwn = and(
    eq(referralRewards.milestoneId, referralMilestones.id),
    eq(referralRewards.accountId, accountId),
  );
  const rows = await db
    .select({ milestone: referralMilestones, rewardedAt: referralRewards.createdAt })
    .from(referralMilestones)
    .leftJoin(referralRewards, isOwn)
    .where(or(not(referralMilestones.isWithdrawn), isNotNull(referralRewards.milestoneId)))
    .orderBy(referralMilestones.requiredReferrals, referralMilestones.id);
  return {
    milestones: rows.map(({ milestone: { id, requiredReferrals, imageName, names }, rewardedAt }) => ({
      id,
      requiredReferralsAmount: requiredReferrals,
      imageName,
      couponName: names[locale],
      rewardedAt: rewardedAt?.toISOString() ?? null,
    })),
  };
}
