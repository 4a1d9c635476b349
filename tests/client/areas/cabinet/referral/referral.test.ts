import { expect, test } from 'vitest';
import { formatMovement } from '#/client/platform/i18n/formatNumber.ts';
import { referralRoad } from '#/client/areas/cabinet/referral/referralRoad.ts';
import type { ReferralStatus } from '#/contract/referral.ts';

const status = (from: number, to: number | null): ReferralStatus => ({
  name: `from ${from}`,
  imageName: 'referral/medal1',
  cashBackPercent: from,
  referralsAmountFrom: from,
  referralsAmountTo: to,
});
const first = status(1, 4);
const second = status(5, 14);
const last = status(15, null);
const statuses = [first, second, last];

test('C7 below the first status the road leads to it', () => {
  expect(referralRoad(statuses, null, 0)).toEqual({ currentAt: -1, next: first, missing: 1 });
});

test('C7 so many are missing for the next status', () => {
  expect(referralRoad(statuses, second, 9)).toEqual({ currentAt: 1, next: last, missing: 6 });
});

test('C7 above the last status there is no rank, and no referral is missing', () => {
  expect(referralRoad(statuses, last, 40)).toEqual({ currentAt: 2, next: undefined, missing: 0 });
});

test('C3 a movement has its sign', () => {
  expect(formatMovement(1200, 'ru')).toBe('+1\u00A0200\u00A0OC');
  expect(formatMovement(-300, 'en')).toBe('−300\u00A0OC');
});
