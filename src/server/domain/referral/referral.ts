import { sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { REFERRAL_ACTIVE_DAYS, type ReferralStatus } from '#/contract/referral.ts';
import type { Locale } from '#/contract/locale.ts';
import { referralStatuses } from './db/schema.ts';
import type { Deps } from './deps.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Why an invited player counts for his inviter or not (C7), as an expression on the row `player` of accounts: one of
 * REFERRAL_REASONS. Who shares a browser with his inviter never counts. Coupons are made by openings only, so that the
 * newest of each state tells of the last opening.
 */
export function referralReason({ now }: Pick<Deps, 'now'>): SQL {
  const since = new Date(now().getTime() - REFERRAL_ACTIVE_DAYS * DAY_MS);
  return sql`CASE
    WHEN player.status <> 'active' THEN 'closed'
    WHEN EXISTS (SELECT FROM known_devices own JOIN known_devices his ON his.device_hash = own.device_hash
      WHERE own.account_id = player.inviter_id AND his.account_id = player.id) THEN 'sameDevice'
    WHEN NOT player.is_verified THEN 'unverified'
    WHEN EXISTS (SELECT FROM orders o WHERE o.account_id = player.id AND o.currency = 'EUR' AND o.state = 'granted'
      AND o.granted_at > ${since}) THEN 'active'
    WHEN (SELECT max(newest.created_at) FROM (VALUES ('owned'), ('converted'), ('delivered')) AS of(state)
      CROSS JOIN LATERAL (SELECT created_at FROM coupons c WHERE c.account_id = player.id AND c.state = of.state
        ORDER BY c.id DESC LIMIT 1) newest) > ${since} THEN 'active'
    ELSE 'idle' END`;
}

/** How many players count for an inviter at this moment. */
export async function countActive(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  inviterId: number,
): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM accounts player
    WHERE player.inviter_id = ${inviterId} AND ${referralReason(deps)} = 'active'`);
  return rows[0]?.count ?? 0;
}

export type Rank = typeof referralStatuses.$inferSelect;

/** All ranks, the lowest first. */
export const readRanks = (tx: NodePgDatabase): Promise<Rank[]> =>
  tx.select().from(referralStatuses).orderBy(referralStatuses.level);

/** The rank of so many active referrals; undefined below the first. */
export const rankOf = (ranks: readonly Rank[], active: number): Rank | undefined =>
  ranks.findLast(({ fromReferrals }) => fromReferrals <= active);

/** A rank as it is shown. */
export const statusOf = (rank: Rank, locale: Locale): ReferralStatus => ({
  name: rank.names[locale],
  imageName: rank.imageName,
  cashBackPercent: rank.cashBackBasisPoints / 100,
  referralsAmountFrom: rank.fromReferrals,
  referralsAmountTo: rank.toReferrals,
});
