import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { CENTS_PER_COIN } from '#/contract/kernel/limits.ts';
import {
  REFERRAL_MIN_PAID_CENTS,
  REFERRAL_SHARE_BASIS_POINTS,
  REWARD_HOLD_DAYS,
} from '#/contract/referral.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { CAME_CENTS, KEPT_CENTS } from './keptMoney.ts';
import { standsFor } from './referral.ts';

const DAY_MS = 24 * 60 * 60_000;
const CENTS_TIMES_SHARE = CENTS_PER_COIN * 10_000;

/** Payments of an inviter's referrals, and the coins that the programme gave the inviter for them. */
export interface ReferralShare {
  /** Number of referrals whose valid payments reach REFERRAL_MIN_PAID_CENTS. */
  payers: number;
  /** OC that the valid payments cover, minus cash-back and rewards. Below 0 when more was given than they cover. */
  left: number;
  /** The same, with only the payments older than REWARD_HOLD_DAYS and their cash-back. */
  seasonedLeft: number;
}

/** OC that a sum of payments in cents covers, rounded down. */
export const carriedCoins = (cents: number): number =>
  Math.floor((cents * REFERRAL_SHARE_BASIS_POINTS) / CENTS_TIMES_SHARE);

/** Cents of payments that are needed to cover a number of OC, rounded up. */
export const carryingCents = (coins: number): number =>
  Math.ceil((coins * CENTS_TIMES_SHARE) / REFERRAL_SHARE_BASIS_POINTS);

interface Sums extends Record<string, unknown> {
  payers: number;
  cents: string;
  seasonedCents: string;
  cashBack: string;
  seasonedCashBack: string;
  rewards: string;
}

/** Reads an inviter's share. An effect must lock the inviter's account first, because refunds lock it too. */
export async function readShare(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  inviterId: number,
): Promise<ReferralShare> {
  const seasoned = sql`o.granted_at <= ${new Date(now().getTime() - REWARD_HOLD_DAYS * DAY_MS)}`;
  // a partial refund reduces the held cash-back only on its release
  const share = sql`CASE c.state WHEN 'held'
    THEN c.amount::bigint * ${KEPT_CENTS} / ${CAME_CENTS} ELSE c.amount END`;
  const { rows } = await tx.execute<Sums>(sql`
    WITH paid AS (
      SELECT sum(${KEPT_CENTS}) AS cents,
        sum(${KEPT_CENTS}) FILTER (WHERE ${seasoned}) AS seasoned
      FROM accounts player JOIN orders o ON o.account_id = player.id
      WHERE player.inviter_id = ${inviterId} AND ${standsFor(sql`player.inviter_id`)} GROUP BY player.id),
    back AS (
      SELECT coalesce(sum(${share}), 0) AS coins, coalesce(sum(${share}) FILTER (WHERE ${seasoned}), 0) AS seasoned
      FROM cash_backs c JOIN orders o ON o.id = c.order_id WHERE c.inviter_id = ${inviterId} AND c.state <> 'reversed')
    SELECT count(*) FILTER (WHERE cents >= ${REFERRAL_MIN_PAID_CENTS})::int AS payers,
      coalesce(sum(cents), 0) AS cents, coalesce(sum(seasoned), 0) AS "seasonedCents",
      (SELECT coins FROM back) AS "cashBack", (SELECT seasoned FROM back) AS "seasonedCashBack",
      (SELECT coalesce(sum(worth), 0) FROM referral_rewards
        WHERE account_id = ${inviterId} AND state = 'given') AS rewards
    FROM paid`);
  const sums = rows[0]!;
  const rewards = Number(sums.rewards);
  const left = carriedCoins(Number(sums.cents)) - Number(sums.cashBack) - rewards;
  const seasonedLeft = carriedCoins(Number(sums.seasonedCents)) - Number(sums.seasonedCashBack) - rewards;
  return { payers: sums.payers, left, seasonedLeft: Math.min(left, seasonedLeft) };
}
