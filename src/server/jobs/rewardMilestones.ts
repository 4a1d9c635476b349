import { and, eq, lte, not, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount } from '../accountLock.ts';
import { record } from '../audit.ts';
import { accounts, referralMilestones, referralRewards } from '../db/schema.ts';
import { balanceDebt, lockBalances } from '../debt.ts';
import type { Deps } from '../deps.ts';
import { grantCases } from '../grantCases.ts';
import { grantPremium } from '../grantPremium.ts';
import { transfer } from '../ledger.ts';
import { countActive } from '../referral.ts';
import { forEachInviter } from './forEachInviter.ts';

const DAY_MS = 24 * 60 * 60_000;

type MilestoneRow = typeof referralMilestones.$inferSelect;

/** Rewards the players who have reached a milestone of the referral programme, each once (C7, R2). */
export async function rewardMilestones(deps: Deps): Promise<void> {
  // who has invited too few in all is not looked at; who of them count is found under the lock
  const near = sql`
    SELECT DISTINCT invited.inviter_id AS id
    FROM (SELECT inviter_id, count(*) AS total FROM accounts WHERE inviter_id IS NOT NULL GROUP BY inviter_id) invited
    JOIN referral_milestones milestone ON NOT milestone.is_withdrawn AND milestone.required_referrals <= invited.total
    WHERE NOT EXISTS (SELECT FROM referral_rewards reward
      WHERE reward.account_id = invited.inviter_id AND reward.milestone_id = milestone.id)`;
  await forEachInviter(deps, near, (tx, inviterId) => rewardInviter(tx, deps, inviterId));
}

async function rewardInviter(tx: NodePgDatabase, deps: Deps, accountId: number): Promise<void> {
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (account?.status !== 'active' || !account.isVerified) return;
  const active = await countActive(tx, deps, accountId);
  const reached = await tx
    .select()
    .from(referralMilestones)
    .where(and(not(referralMilestones.isWithdrawn), lte(referralMilestones.requiredReferrals, active)))
    .orderBy(referralMilestones.requiredReferrals);
  for (const milestone of reached) await reward(tx, deps, accountId, milestone);
}

async function reward(
  tx: NodePgDatabase,
  deps: Deps,
  accountId: number,
  { id: milestoneId, grants }: MilestoneRow,
): Promise<void> {
  const createdAt = deps.now();
  const first = await tx
    .insert(referralRewards)
    .values({ accountId, milestoneId, createdAt })
    .onConflictDoNothing();
  if (first.rowCount === 0) return;
  const cause = { reason: 'milestone', refType: 'milestone', refId: `${accountId}:${milestoneId}` };
  let coins = 0;
  for (const grant of grants) {
    if (grant.kind === 'coins') coins += grant.coins;
    else if (grant.kind === 'case')
      await grantCases(tx, { accountId, caseId: grant.caseId, count: grant.count, ...cause });
    else if (grant.kind === 'premium')
      await grantPremium(tx, deps, { accountId, lengthMs: grant.days * DAY_MS, ...cause });
    else throw new Error(`a milestone cannot give ${grant.kind}`);
  }
  if (coins > 0) {
    await lockBalances(tx, accountId, ['bonus']);
    const to = { kind: 'wallet', ownerId: accountId } as const;
    await transfer(tx, { from: { kind: 'bonus' }, to, amount: coins, ...cause });
    await balanceDebt(tx, accountId, { refType: cause.refType, refId: cause.refId });
  }
  const entry = { accountId, event: 'milestoneRewarded', detail: { milestone: milestoneId } } as const;
  await record(tx, deps, { ...entry, actor: 'site' });
}
