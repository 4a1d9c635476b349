import { RARITIES, type Coupon, type DrawnCoupon, type Rarity } from '#/contract/cases.ts';

/** Prizes of one rarity. */
export interface PrizeGroup<P = DrawnCoupon> {
  color: Rarity;
  prizes: readonly P[];
}

/** Groups prizes by rarity, the rarest first. Within a rarity they keep the order of their draws. */
export function prizeGroups<P extends Pick<Coupon, 'color'>>(prizes: readonly P[]): PrizeGroup<P>[] {
  return RARITIES.toReversed()
    .map((color) => ({ color, prizes: prizes.filter((prize) => prize.color === color) }))
    .filter((group) => group.prizes.length > 0);
}

/** Index of the rarest prize, the first of several; -1 without prizes. */
export function rarestAt(prizes: readonly Pick<Coupon, 'color'>[]): number {
  const ranks = prizes.map(({ color }) => RARITIES.indexOf(color));
  return ranks.indexOf(Math.max(...ranks));
}

/** Total OC for which coupons can be swapped. */
export function worthOf(coupons: readonly Pick<Coupon, 'premiumCoinsPrice'>[]): number {
  return coupons.reduce((sum, { premiumCoinsPrice }) => sum + premiumCoinsPrice, 0);
}
