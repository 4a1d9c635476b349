import { sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  REFERRAL_ACTIVE_DAYS,
  REFERRAL_MIN_PAID_CENTS,
  REFERRALS_PER_NETWORK,
  type ReferralStatus,
} from '#/contract/referral.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { prepared } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import { referralStatuses } from '#/server/platform/db/tables/referral.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { KEPT_CENTS } from './keptMoney.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * SQL condition: the order `o` in euro of an invited player counts as a payment. It is granted, not revoked, and not
 * paid by the inviter.
 */
export const standsFor = (inviterId: SQL): SQL =>
  sql`(o.currency = 'EUR' AND o.state = 'granted' AND o.buyer_id IS DISTINCT FROM ${inviterId})`;

/** SQL expression on the row `player` of accounts: cents that an invited player paid and kept paid. */
const PAID_CENTS = sql`(SELECT coalesce(sum(${KEPT_CENTS}), 0) FROM orders o
      WHERE o.account_id = player.id AND ${standsFor(sql`player.inviter_id`)})`;

/**
 * SQL expression on the row `player` of accounts: the reason why an invited player counts for the inviter or not
 * (C7), one of REFERRAL_REASONS. The player must always have paid; a shared browser and the network of sign-up can
 * only exclude. Only openings create coupons, so the newest coupon of each state shows the last opening.
 */
export const referralReason = ({ now }: Pick<Deps, 'now'>): SQL => reasonSince(sql`${activeSince(now())}`);

/** A moment `REFERRAL_ACTIVE_DAYS` before another one. Who paid or opened since then is active. */
export const activeSince = (at: Date): Date => new Date(at.getTime() - REFERRAL_ACTIVE_DAYS * DAY_MS);

/** The same expression with the moment of `activeSince`. */
export const reasonSince = (since: SQL): SQL => sql`CASE
    WHEN player.status <> 'active' THEN 'closed'
    WHEN EXISTS (SELECT FROM known_devices own JOIN known_devices shared ON shared.device_hash = own.device_hash
      WHERE own.account_id = player.inviter_id AND shared.account_id = player.id) THEN 'sameDevice'
    WHEN NOT player.is_verified THEN 'unverified'
    WHEN ${PAID_CENTS} < ${REFERRAL_MIN_PAID_CENTS} THEN 'notPaid'
    WHEN (SELECT count(*) FROM (SELECT FROM accounts earlier
      WHERE earlier.inviter_id = player.inviter_id AND earlier.sign_up_network = player.sign_up_network
        AND earlier.id < player.id AND earlier.status = 'active' AND earlier.is_verified
      LIMIT ${REFERRALS_PER_NETWORK}) same) = ${REFERRALS_PER_NETWORK} THEN 'sameNetwork'
    WHEN EXISTS (SELECT FROM orders o WHERE o.account_id = player.id AND ${standsFor(sql`player.inviter_id`)}
      AND o.granted_at > ${since}) THEN 'active'
    WHEN (SELECT max(newest.created_at) FROM (VALUES ('owned'), ('converted'), ('claimed'), ('delivered')) AS of(state)
      CROSS JOIN LATERAL (SELECT created_at FROM coupons c WHERE c.account_id = player.id AND c.state = of.state
        ORDER BY c.id DESC LIMIT 1) newest) > ${since} THEN 'active'
    ELSE 'idle' END`;

/**
 * Counts the players who count for an inviter now. Most invited players never pay. An index shows this
 * quickly, so the CASE checks it first and computes the whole reason only for those who paid.
 * @param most the count stops at this number
 */
export async function countActive(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  inviterId: number,
  most?: number,
): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (SELECT FROM accounts player WHERE player.inviter_id = ${inviterId}
      AND CASE WHEN player.status <> 'active' OR NOT player.is_verified THEN false
        WHEN ${PAID_CENTS} < ${REFERRAL_MIN_PAID_CENTS} THEN false
        ELSE ${referralReason(deps)} = 'active' END
      LIMIT ${most ?? null}) counted`);
  return rows[0]?.count ?? 0;
}

export type Rank = typeof referralStatuses.$inferSelect;

const LIST_RANKS = prepared((db) =>
  db.select().from(referralStatuses).orderBy(referralStatuses.level).prepare(shortRead('referralRanks')),
);

/** All ranks, the lowest first. */
export const readRanks = (tx: NodePgDatabase): Promise<Rank[]> => LIST_RANKS(tx).execute();

/** The rank for a number of active referrals; undefined below the first one. */
export const rankOf = (ranks: readonly Rank[], active: number): Rank | undefined =>
  ranks.findLast(({ fromReferrals }) => fromReferrals <= active);

/** Number of active referrals from which on the rank no longer rises. */
export const highestRankFrom = (ranks: readonly Rank[]): number =>
  Math.max(0, ...ranks.map(({ fromReferrals }) => fromReferrals));

/** Builds the reply fields of a rank. */
export const statusOf = (rank: Rank, locale: Locale): ReferralStatus => ({
  name: rank.names[locale],
  imageName: rank.imageName,
  cashBackPercent: rank.cashBackBasisPoints / 100,
  referralsAmountFrom: rank.fromReferrals,
  referralsAmountTo: rank.toReferrals,
});
