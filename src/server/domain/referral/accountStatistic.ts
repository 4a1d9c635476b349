import { and, desc, eq, sql } from 'drizzle-orm';
import type { AccountStatistic } from '#/contract/referral.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { prepared, preparedText } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import { referralMilestones, referralRewards } from '#/server/platform/db/tables/referral.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { activeSince, rankOf, readRanks, reasonSince, statusOf } from './referral.ts';

interface Totals extends Record<string, unknown> {
  total: number;
  active: number;
  donationsCents: string;
  held: string;
  released: string;
  reversed: string;
}

const ofPlayer = sql.placeholder('accountId');

/** A player and the rewards that were given and not revoked, the newest first. One row without a reward if there is none. */
const READ_ACCOUNT = prepared((db) =>
  db
    .select({
      isMediaPartner: accounts.isMediaPartner,
      reward: { receivedAt: referralRewards.settledAt, grants: referralRewards.grants },
      milestone: { names: referralMilestones.names, imageName: referralMilestones.imageName },
    })
    .from(accounts)
    .leftJoin(
      referralRewards,
      and(eq(referralRewards.accountId, accounts.id), eq(referralRewards.state, 'given')),
    )
    .leftJoin(referralMilestones, eq(referralMilestones.id, referralRewards.milestoneId))
    .where(eq(accounts.id, ofPlayer))
    .orderBy(desc(referralRewards.settledAt), desc(referralMilestones.requiredReferrals))
    .prepare(shortRead('referralAccount')),
);

/** Reads a player's results in the referral programme so far (C7). */
export async function accountStatistic(
  deps: Deps,
  accountId: number,
  locale: Locale,
): Promise<AccountStatistic> {
  const [totals, rows, ranks] = await Promise.all([
    referralTotals(deps, accountId),
    READ_ACCOUNT(deps.db).execute({ accountId }),
    readRanks(deps.db),
  ]);
  const rewards = rows.flatMap(({ reward, milestone }) =>
    reward && milestone ? [{ ...reward, ...milestone }] : [],
  );
  const rank = rankOf(ranks, totals.active);
  const { held, released } = totals;
  const rewardCoins = rewards
    .flatMap(({ grants }) => grants)
    .reduce((sum, grant) => sum + (grant.kind === 'coins' ? grant.coins : 0), 0);
  return {
    systemAccountStatistic: {
      activeReferral: totals.active,
      totalReferral: totals.total,
      userRewards: rewards.map(({ names, imageName, receivedAt }) => ({
        name: names[locale],
        imageName,
        receivedAt: receivedAt!.toISOString(),
      })),
      rewardsAmount: rewards.length,
      earnedFromReferralsSum: released + rewardCoins,
      heldFromReferralsSum: held,
      referralsDonationsSum: totals.donationsCents,
      referralsDonationCashBackSum: held + released,
    },
    lastStatus: rank ? statusOf(rank, locale) : null,
    isLeader: rank?.isLeader ?? false,
    isMediaPartner: rows[0]?.isMediaPartner ?? false,
  };
}

const FIND_TOTALS = preparedText(
  'referralTotals',
  sql`WITH invited AS (
      SELECT ${reasonSince(sql`${sql.placeholder('since')}::timestamptz`)} AS reason,
        (SELECT sum(total_cents - refunded_cents) FROM orders o
          WHERE o.account_id = player.id AND o.currency = 'EUR' AND o.state = 'granted') AS cents
      FROM accounts player WHERE player.inviter_id = ${ofPlayer}),
    back AS (
      SELECT coalesce(sum(amount) FILTER (WHERE state = 'held'), 0) AS held,
        coalesce(sum(amount) FILTER (WHERE state = 'released'), 0) AS released,
        coalesce(sum(amount) FILTER (WHERE state = 'reversed'), 0) AS reversed
      FROM cash_backs WHERE inviter_id = ${ofPlayer})
    SELECT (SELECT count(*)::int FROM invited) AS total,
      (SELECT count(*)::int FROM invited WHERE reason = 'active') AS active,
      (SELECT coalesce(sum(cents), 0) FROM invited) AS "donationsCents", held, released, reversed
    FROM back`,
);

/** Counts and sums of an inviter: the invited, their payments in cents, and the cash-back in OC. */
export async function referralTotals(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  accountId: number,
): Promise<Record<'total' | 'active' | 'donationsCents' | 'held' | 'released' | 'reversed', number>> {
  const { rows } = await pool.query<Totals>(FIND_TOTALS({ accountId, since: activeSince(now()) }));
  const { total, active, donationsCents, held, released, reversed } = rows[0]!;
  return {
    total,
    active,
    donationsCents: Number(donationsCents),
    held: Number(held),
    released: Number(released),
    reversed: Number(reversed),
  };
}
