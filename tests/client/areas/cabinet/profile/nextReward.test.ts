import { expect, test } from 'vitest';
import type { Milestone } from '#/contract/referral.ts';
import { nextReward } from '#/client/areas/cabinet/profile/nextReward.ts';

const milestone = (requiredReferralsAmount: number, state: Milestone['state']): Milestone => ({
  id: requiredReferralsAmount,
  requiredReferralsAmount,
  imageName: 'gift',
  couponName: 'prize',
  rewardedAt: null,
  state,
  releaseAt: null,
  reversedAt: null,
  missingCents: 0,
});

test('C13 the next reward is the nearest that the player neither has nor lost', () => {
  const road = [
    milestone(10, 'open'),
    milestone(1, 'given'),
    milestone(3, 'reversed'),
    milestone(5, 'waiting'),
  ];
  expect(nextReward(road)?.requiredReferralsAmount).toBe(5);
  expect(nextReward([milestone(5, 'uncovered'), milestone(10, 'open')])?.requiredReferralsAmount).toBe(5);
  expect(nextReward([milestone(1, 'given')])).toBeUndefined();
});
