import { sql } from 'drizzle-orm';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { settleRewards } from './referralRewards.ts';
import { forEachInviter } from './forEachInviter.ts';

/**
 * Updates the rewards of players who may have reached a milestone of the referral programme, and of rewards whose wait
 * is over (C7, RF2).
 */
export async function rewardMilestones(deps: Deps): Promise<void> {
  // skips players who invited too few players in all; which of these count is checked under the lock
  const near = sql`
    SELECT DISTINCT invited.inviter_id AS id
    FROM (SELECT inviter_id, count(*) AS total FROM accounts WHERE inviter_id IS NOT NULL GROUP BY inviter_id) invited
    JOIN referral_milestones milestone ON NOT milestone.is_withdrawn AND milestone.required_referrals <= invited.total
    WHERE NOT EXISTS (SELECT FROM referral_rewards reward
      WHERE reward.account_id = invited.inviter_id AND reward.milestone_id = milestone.id)
    UNION SELECT account_id FROM referral_rewards WHERE state <> 'given' AND look_at <= ${deps.now()}`;
  await forEachInviter(deps, near, (tx, inviterId) => settleRewards(tx, deps, inviterId));
}
