import type { Milestone } from '#/contract/referral.ts';

/** Returns the first milestone whose reward the player does not have yet; undefined if they have all. */
export function nextReward(milestones: readonly Milestone[]): Milestone | undefined {
  return milestones
    .filter(({ state }) => state === 'open' || state === 'waiting' || state === 'uncovered')
    .toSorted((a, b) => a.requiredReferralsAmount - b.requiredReferralsAmount)[0];
}
