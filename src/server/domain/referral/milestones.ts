import { and, eq, isNotNull, not, or, sql } from 'drizzle-orm';
import type { Milestone } from '#/contract/referral.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { prepared } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import { referralMilestones, referralRewards } from '#/server/platform/db/tables/referral.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { countActive } from './referral.ts';
import { carryingCents, readShare } from './referralShare.ts';
import { valueReward, worthOfReward } from './rewardGoods.ts';

/** What tells how far the reward of a milestone is. */
type Reward = Pick<
  typeof referralRewards.$inferSelect,
  'milestoneId' | 'state' | 'settledAt' | 'releaseAt' | 'grants'
> & { neededReferrals: number };

const SHOWN = {
  id: referralMilestones.id,
  requiredReferrals: referralMilestones.requiredReferrals,
  names: referralMilestones.names,
  imageName: referralMilestones.imageName,
};
const PROGRESS = {
  milestoneId: referralRewards.milestoneId,
  state: referralRewards.state,
  settledAt: referralRewards.settledAt,
  releaseAt: referralRewards.releaseAt,
  grants: referralRewards.grants,
  neededReferrals: referralRewards.requiredReferrals,
};

const byMilestoneAndAccount = and(
  eq(referralRewards.milestoneId, referralMilestones.id),
  eq(referralRewards.accountId, sql.placeholder('accountId')),
);
const LIST_MILESTONES = prepared((db) =>
  db
    .select({ milestone: SHOWN, reward: PROGRESS })
    .from(referralMilestones)
    .leftJoin(referralRewards, byMilestoneAndAccount)
    .where(or(not(referralMilestones.isWithdrawn), isNotNull(referralRewards.milestoneId)))
    .orderBy(referralMilestones.requiredReferrals, referralMilestones.id)
    .prepare(shortRead('milestones')),
);

/**
 * Lists the milestones, the nearest first, with the states of their rewards. A withdrawn one is shown to players who
 * reached it (C7).
 */
export async function milestones(
  deps: Deps,
  accountId: number,
  locale: Locale,
): Promise<{ milestones: Milestone[] }> {
  const rows = await LIST_MILESTONES(deps.db).execute({ accountId });
  const missing = await missingCents(
    deps,
    accountId,
    rows.flatMap(({ reward }) => (reward ? [reward] : [])),
  );
  return {
    milestones: rows.map(({ milestone: { id, requiredReferrals, imageName, names }, reward }) =>
      Object.assign(
        { id, requiredReferralsAmount: requiredReferrals, imageName, couponName: names[locale] },
        progressOf(deps, reward, missing.get(id)),
      ),
    ),
  };
}

type Progress = Pick<Milestone, 'state' | 'rewardedAt' | 'releaseAt' | 'reversedAt' | 'missingCents'>;

function progressOf(
  { now }: Pick<Deps, 'now'>,
  reward: Reward | null,
  missing: number | undefined,
): Progress {
  const progress: Progress = {
    state: 'open',
    rewardedAt: null,
    releaseAt: reward?.releaseAt?.toISOString() ?? null,
    reversedAt: null,
    missingCents: 0,
  };
  const settledAt = reward?.settledAt?.toISOString() ?? null;
  if (reward?.state === 'given') return { ...progress, state: 'given', rewardedAt: settledAt };
  if (reward?.state === 'reversed') return { ...progress, state: 'reversed', reversedAt: settledAt };
  if (!reward?.releaseAt || missing === undefined) return progress;
  const isDue = reward.releaseAt <= now();
  return isDue && missing > 0
    ? { ...progress, state: 'uncovered', missingCents: missing }
    : { ...progress, state: 'waiting' };
}

/**
 * Returns the cents that referrals must still pay before each waiting reward can be given, in the order of giving.
 * Rewards with too few referrals that count are left out.
 */
async function missingCents(
  deps: Deps,
  accountId: number,
  rewards: readonly Reward[],
): Promise<Map<number, number>> {
  const waiting = rewards.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return new Map();
  const active = await countActive(deps.db, deps, accountId);
  let { seasonedLeft: left } = await readShare(deps.db, deps, accountId);
  const missing = new Map<number, number>();
  for (const reward of waiting) {
    if (reward.neededReferrals > active) continue;
    left -= worthOfReward(await valueReward(deps.db, reward.grants));
    missing.set(reward.milestoneId, left < 0 ? carryingCents(-left) : 0);
  }
  return missing;
}
