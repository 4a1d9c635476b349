import { and, asc, desc, eq, isNotNull, isNull, lte, not } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { REWARD_HOLD_DAYS } from '#/contract/referral.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { findBlock } from '#/server/domain/accounts/access/blocks.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { referralMilestones, referralRewards } from '#/server/platform/db/tables/referral.ts';
import type { DeliveryDeps } from '#/server/domain/deliveries/deliver.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { countActive } from './referral.ts';
import { readShare } from './referralShare.ts';
import { giveReward, revokeReward, valueReward, worthOfReward } from './rewardGoods.ts';

type Clock = Pick<Deps, 'now'>;
type RewardRow = typeof referralRewards.$inferSelect;

const HOUR_MS = 60 * 60_000;
const HOLD_MS = REWARD_HOLD_DAYS * 24 * HOUR_MS;
/** Delay before a reward that cannot be given yet, or was taken back, is checked again. */
const LOOK_AGAIN_MS = HOUR_MS;

const after = ({ now }: Clock, ms: number) => new Date(now().getTime() + ms);
const byId = ({ accountId, milestoneId }: Pick<RewardRow, 'accountId' | 'milestoneId'>) =>
  and(eq(referralRewards.accountId, accountId), eq(referralRewards.milestoneId, milestoneId));

/**
 * Updates an inviter's rewards. A reached milestone starts to wait. A reward that has waited is given if the payments
 * of referrals cover it, the lowest milestone first (RF2).
 */
export async function settleRewards(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  accountId: number,
): Promise<void> {
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  const isBarred = account?.status !== 'active' || !account.isVerified;
  if (isBarred || (await findBlock(tx, deps, accountId, 'refer'))) return postpone(tx, deps, accountId);
  const active = await countActive(tx, deps, accountId);
  await valueEarlier(tx, accountId);
  await holdReached(tx, deps, accountId, active);
  await releaseDue(tx, deps, accountId, active);
}

/** Postpones the rewards of an account that may not receive any at present. */
async function postpone(tx: NodePgDatabase, deps: Clock, accountId: number): Promise<void> {
  const whereDue = and(eq(referralRewards.accountId, accountId), lte(referralRewards.lookAt, deps.now()));
  await tx
    .update(referralRewards)
    .set({ lookAt: after(deps, LOOK_AGAIN_MS) })
    .where(whereDue);
}

/** Values rewards from before rewards stored a worth, so that they count against the share. */
async function valueEarlier(tx: NodePgDatabase, accountId: number): Promise<void> {
  const whereUnvalued = and(
    eq(referralRewards.accountId, accountId),
    eq(referralRewards.state, 'given'),
    isNull(referralRewards.worth),
  );
  for (const reward of await tx.select().from(referralRewards).where(whereUnvalued)) {
    const worth = worthOfReward(await valueReward(tx, reward.grants));
    await tx.update(referralRewards).set({ worth }).where(byId(reward));
  }
}

async function holdReached(tx: NodePgDatabase, deps: Clock, accountId: number, active: number) {
  const rows = await tx
    .select({ milestone: referralMilestones, reward: referralRewards })
    .from(referralMilestones)
    .leftJoin(
      referralRewards,
      and(eq(referralRewards.milestoneId, referralMilestones.id), eq(referralRewards.accountId, accountId)),
    )
    .where(and(not(referralMilestones.isWithdrawn), lte(referralMilestones.requiredReferrals, active)))
    .orderBy(referralMilestones.requiredReferrals, referralMilestones.id);
  let { left } = await readShare(tx, deps, accountId);
  for (const { milestone, reward } of rows) {
    const { id: milestoneId, requiredReferrals, grants } = milestone;
    const releaseAt = after(deps, HOLD_MS);
    const waiting = { requiredReferrals, grants, createdAt: deps.now(), releaseAt, lookAt: releaseAt };
    if (!reward)
      await tx.insert(referralRewards).values({ accountId, milestoneId, state: 'waiting', ...waiting });
    else if (reward.state === 'reversed') {
      // starts again only if payments cover it, or it would wait in vain
      left -= worthOfReward(await valueReward(tx, grants));
      const again = { ...waiting, state: 'waiting', times: reward.times + 1 } as const;
      const cleared = { settledAt: null, given: null, worth: null, taken: null };
      const lookAt = after(deps, LOOK_AGAIN_MS);
      await tx
        .update(referralRewards)
        .set(left >= 0 ? { ...again, ...cleared } : { lookAt })
        .where(byId(reward));
    }
  }
}

async function releaseDue(tx: NodePgDatabase, deps: DeliveryDeps, accountId: number, active: number) {
  const whereDue = and(
    eq(referralRewards.accountId, accountId),
    eq(referralRewards.state, 'waiting'),
    lte(referralRewards.releaseAt, deps.now()),
  );
  const due = await tx
    .select()
    .from(referralRewards)
    .where(whereDue)
    .orderBy(asc(referralRewards.requiredReferrals), asc(referralRewards.milestoneId));
  let { seasonedLeft: left } = await readShare(tx, deps, accountId);
  for (const reward of due) {
    const given = await valueReward(tx, reward.grants);
    left -= worthOfReward(given);
    if (reward.requiredReferrals <= active && left >= 0) await release(tx, deps, reward, given);
    else
      await tx
        .update(referralRewards)
        .set({ lookAt: after(deps, LOOK_AGAIN_MS) })
        .where(byId(reward));
  }
}

async function release(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  reward: RewardRow,
  given: Awaited<ReturnType<typeof valueReward>>,
): Promise<void> {
  const { accountId, milestoneId: milestone } = reward;
  await giveReward(tx, deps, reward, given);
  await tx
    .update(referralRewards)
    .set({ state: 'given', settledAt: deps.now(), lookAt: null, given, worth: worthOfReward(given) })
    .where(byId(reward));
  const detail = { milestone };
  await writeAudit(tx, deps, { accountId, actor: 'site', event: 'milestoneRewarded', detail });
}

/**
 * Revokes rewards that the payments of referrals no longer cover, the highest milestone first: rewards for which too
 * few referrals have paid, then as many as needed for the rest to fit the share. Requires that the inviter's account
 * is locked.
 */
export async function reverseRewards(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  accountId: number,
): Promise<void> {
  // rewards from before the waiting time was introduced are kept
  const whereRevocable = and(
    eq(referralRewards.accountId, accountId),
    eq(referralRewards.state, 'given'),
    isNotNull(referralRewards.releaseAt),
  );
  const rewards = await tx
    .select()
    .from(referralRewards)
    .where(whereRevocable)
    .orderBy(desc(referralRewards.requiredReferrals), desc(referralRewards.milestoneId));
  if (rewards.length === 0) return;
  let { payers, left } = await readShare(tx, deps, accountId);
  for (const reward of rewards) {
    if (reward.requiredReferrals <= payers && left >= 0) continue;
    const { milestoneId, given, worth } = reward;
    if (!given || worth === null) throw new Error(`reward ${accountId}:${milestoneId} has no worth`);
    const taken = await revokeReward(tx, deps, reward, given);
    const settled = { settledAt: deps.now(), lookAt: after(deps, LOOK_AGAIN_MS) };
    await tx
      .update(referralRewards)
      .set({ state: 'reversed', taken, ...settled })
      .where(byId(reward));
    const detail = { milestone: milestoneId };
    await writeAudit(tx, deps, { accountId, actor: 'site', event: 'milestoneReversed', detail });
    left += worth;
  }
}

/**
 * Locks the inviter of a locked account, if it has one. Accounts are always locked from the player up to the inviter.
 */
export async function lockInviterOf(tx: NodePgDatabase, accountId: number): Promise<number | undefined> {
  const [player] = await tx
    .select({ inviterId: accounts.inviterId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!player || player.inviterId === null) return undefined;
  await lockAccount(tx, eq(accounts.id, player.inviterId));
  return player.inviterId;
}
