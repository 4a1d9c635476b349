import type { Page } from '@playwright/test';
import { type Milestone, REFERRAL_REASONS } from '#/contract/referral.ts';

/** A milestone in each of its states. */
const MILESTONES: readonly [number, string, string, Milestone['state']][] = [
  [1, 'referral/medal1', '25 OC', 'given'],
  [3, 'cases/taxi', 'Taxi ×2', 'reversed'],
  [5, 'referral/medal2', 'Premium', 'waiting'],
  [10, 'cases/port', 'Port ×3', 'uncovered'],
  [30, 'cases/night-heist', 'Night Heist', 'open'],
];

/** Answers as for a player of the third rank with friends of every kind. */
export async function demoReferrals(page: Page): Promise<void> {
  await page.route('**/api/v1/referral/account-statistic', (route) =>
    route.fulfill({
      json: {
        systemAccountStatistic: {
          activeReferral: 17,
          totalReferral: 42,
          userRewards: [
            { name: '25 OC', imageName: 'referral/medal1', receivedAt: '2026-03-05T12:00:00.000Z' },
            { name: 'Taxi ×2', imageName: 'cases/taxi', receivedAt: '2026-04-09T12:00:00.000Z' },
          ],
          rewardsAmount: 2,
          earnedFromReferralsSum: 3450,
          heldFromReferralsSum: 320,
          referralsDonationsSum: 712_350,
          referralsDonationCashBackSum: 3745,
        },
        lastStatus: {
          name: 'III',
          imageName: 'referral/medal3',
          cashBackPercent: 5,
          referralsAmountFrom: 15,
          referralsAmountTo: 29,
        },
        isLeader: true,
        isMediaPartner: true,
      },
    }),
  );
  await page.route('**/api/v1/referral/milestone', (route) =>
    route.fulfill({
      json: {
        milestones: MILESTONES.map(([requiredReferralsAmount, imageName, couponName, state], at) => ({
          id: at + 1,
          requiredReferralsAmount,
          imageName,
          couponName,
          state,
          rewardedAt: state === 'given' ? '2026-03-19T12:00:00.000Z' : null,
          releaseAt: state === 'open' ? null : '2026-05-02T12:00:00.000Z',
          reversedAt: state === 'reversed' ? '2026-04-20T12:00:00.000Z' : null,
          missingCents: state === 'uncovered' ? 6250 : 0,
        })),
      },
    }),
  );
  await page.route('**/api/v1/referral/players*', (route) =>
    route.fulfill({
      json: {
        players: REFERRAL_REASONS.map((reason, at) => ({
          id: 100 - at,
          login: `ma•••••${at}`,
          invitedAt: '2026-03-05T12:00:00.000Z',
          reason,
          donationsCents: at === 0 ? 12_300 : 0,
          cashBack: at === 0 ? 61 : 0,
        })),
        nextBefore: null,
      },
    }),
  );
}
