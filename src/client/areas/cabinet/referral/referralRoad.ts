import type { ReferralStatus } from '#/contract/referral.ts';

/** Where a player stands on the way through the ranks (C7). */
export interface ReferralRoad {
  /** Place of the present rank; -1 below the first. */
  currentAt: number;
  /** The rank after it; undefined at the end of the road. */
  next: ReferralStatus | undefined;
  /** Active referrals missing for the next rank, 0 at the end of the road. */
  missing: number;
}

/**
 * @param statuses the lowest first
 * @param lastStatus the present one, as the server says; null below the first
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
