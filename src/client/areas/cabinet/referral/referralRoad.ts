import type { ReferralStatus } from '#/contract/referral.ts';

/** The player's place among the ranks (C7). */
export interface ReferralRoad {
  /** Index of the present rank; -1 below the first. */
  currentAt: number;
  /** The next rank; undefined at the last one. */
  next: ReferralStatus | undefined;
  /** Active referrals missing for the next rank; 0 at the last one. */
  missing: number;
}

/**
 * Finds the player's place among the ranks.
 * @param statuses the lowest first
 * @param lastStatus the present rank from the server; null below the first
 */
export function referralRoad(
  statuses: readonly ReferralStatus[],
  lastStatus: ReferralStatus | null,
  active: number,
): ReferralRoad {
  const from = lastStatus?.referralsAmountFrom;
  const currentAt = statuses.findIndex((status) => status.referralsAmountFrom === from);
  const next = statuses[currentAt + 1];
  return { currentAt, next, missing: Math.max(0, (next?.referralsAmountFrom ?? active) - active) };
}
