import { sql } from 'drizzle-orm';
import type { AccountStatistic } from '#/contract/referral.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { preparedText } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import type { Grant } from '#/server/platform/db/tables/quote.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { KEPT_CENTS } from './keptMoney.ts';
import { activeSince, rankOf, readRanks, reasonSince, statusOf } from './referral.ts';

/** What an inviter reached: the invited, their payments in cents, the cash-back in OC, and the rewards, the newest first. */
export interface ReferralResults {
  total: number;
  active: number;
  donationsCents: number;
  held: number;
  released: number;
  reversed: number;
  isMediaPartner: boolean;
  /** Given and not revoked. */
  rewards: { names: Record<Locale, string>; imageName: string; receivedAt: string; grants: Grant[] }[];
}

/** PostgreSQL answers sums as texts. */
type Sum = 'donationsCents' | 'held' | 'released' | 'reversed';

const ofPlayer = sql.placeholder('accountId');

/** Reads a player's results in the referral programme so far (C7). */
export async function accountStatistic(
  deps: Deps,
  accountId: number,
  locale: Locale,
): Promise<AccountStatistic> {
  const [results, ranks] = await Promise.all([findResults(deps, accountId), readRanks(deps.db)]);
  const { rewards, isMediaPartner, ...totals } = results;
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
        receivedAt: new Date(receivedAt).toISOString(),
      })),
      rewardsAmount: rewards.length,
      earnedFromReferralsSum: released + rewardCoins,
      heldFromReferralsSum: held,
      referralsDonationsSum: totals.donationsCents,
      referralsDonationCashBackSum: held + released,
    },
    lastStatus: rank ? statusOf(rank, locale) : null,
    isLeader: rank?.isLeader ?? false,
    isMediaPartner,
  };
}

const FIND_RESULTS = preparedText(
  shortRead('referralResults'),
  sql`WITH invited AS (
      SELECT ${reasonSince(sql`${sql.placeholder('since')}::timestamptz`)} AS reason,
        (SELECT sum(${KEPT_CENTS}) FROM orders o
          WHERE o.account_id = player.id AND o.currency = 'EUR' AND o.state = 'granted') AS cents
      FROM accounts player WHERE player.inviter_id = ${ofPlayer}),
    back AS (
      SELECT coalesce(sum(amount) FILTER (WHERE state = 'held'), 0) AS held,
        coalesce(sum(amount) FILTER (WHERE state = 'released'), 0) AS released,
        coalesce(sum(amount) FILTER (WHERE state = 'reversed'), 0) AS reversed
      FROM cash_backs WHERE inviter_id = ${ofPlayer})
    SELECT (SELECT count(*)::int FROM invited) AS total,
      (SELECT count(*)::int FROM invited WHERE reason = 'active') AS active,
      (SELECT coalesce(sum(cents), 0) FROM invited) AS "donationsCents", held, released, reversed,
      coalesce((SELECT is_media_partner FROM accounts WHERE id = ${ofPlayer}), false) AS "isMediaPartner",
      (SELECT coalesce(json_agg(json_build_object('names', stone.names, 'imageName', stone.image_name,
            'receivedAt', won.settled_at, 'grants', won.grants)
          ORDER BY won.settled_at DESC, stone.required_referrals DESC), '[]')
        FROM referral_rewards won JOIN referral_milestones stone ON stone.id = won.milestone_id
        WHERE won.account_id = ${ofPlayer} AND won.state = 'given') AS rewards
    FROM back`,
);

/** Reads what an inviter reached, in one statement over all invited players. */
export async function findResults(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  accountId: number,
): Promise<ReferralResults> {
  const values = { accountId, since: activeSince(now()) };
  const { rows } = await pool.query<Omit<ReferralResults, Sum> & Record<Sum, string>>(FIND_RESULTS(values));
  const { donationsCents, held, released, reversed, ...found } = rows[0]!;
  return {
    ...found,
    donationsCents: Number(donationsCents),
    held: Number(held),
    released: Number(released),
    reversed: Number(reversed),
  };
}
