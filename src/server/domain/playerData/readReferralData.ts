import { desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { PlayerData } from '#/contract/playerData.ts';
import { cashBacks, referralMilestones, referralRewards } from '#/server/platform/db/tables/referral.ts';
import { isoTime } from './isoTime.ts';

type ReferralData = Pick<PlayerData, 'cashBacks' | 'rewards'>;

/** Reads a player's income from referrals, without the referrals' names; the newest first. */
export async function readReferralData(
  tx: NodePgDatabase,
  accountId: number,
  locale: Locale,
): Promise<ReferralData> {
  return {
    cashBacks: await tx
      .select({
        amount: cashBacks.amount,
        basisPoints: cashBacks.basisPoints,
        state: cashBacks.state,
        createdAt: isoTime(cashBacks.createdAt),
        releaseAt: isoTime(cashBacks.releaseAt),
        settledAt: isoTime(cashBacks.settledAt),
      })
      .from(cashBacks)
      .where(eq(cashBacks.inviterId, accountId))
      .orderBy(desc(cashBacks.orderId)),
    rewards: await tx
      .select({
        milestoneId: referralRewards.milestoneId,
        name: sql<string>`${referralMilestones.names}->>${locale}::text`,
        state: referralRewards.state,
        createdAt: isoTime(referralRewards.createdAt),
        releaseAt: isoTime(referralRewards.releaseAt),
        settledAt: isoTime(referralRewards.settledAt),
      })
      .from(referralRewards)
      .innerJoin(referralMilestones, eq(referralMilestones.id, referralRewards.milestoneId))
      .where(eq(referralRewards.accountId, accountId))
      .orderBy(desc(referralRewards.createdAt)),
  };
}
