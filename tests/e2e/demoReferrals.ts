import type { Page } from '@playwright/test';
import { REFERRAL_REASONS } from '#/contract/referral.ts';

/** A player of the third rank with friends of every kind. */
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
