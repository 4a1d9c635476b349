import type { Coupon } from '#/contract/cases.ts';

/** OC that coupons bring together. */
export function worthOf(coupons: readonly Pick<Coupon, 'premiumCoinsPrice'>[]): number {
  return coupons.reduce((sum, { premiumCoinsPrice }) => sum + premiumCoinsPrice, 0);
}
