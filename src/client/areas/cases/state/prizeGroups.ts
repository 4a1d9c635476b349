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

/** Index of the most common prize, the first of several; -1 without prizes. */
export function commonestAt(prizes: readonly Pick<Coupon, 'color'>[]): number {
  const ranks = prizes.map(({ color }) => RARITIES.indexOf(color));
  return ranks.indexOf(Math.min(...ranks));
}

/**
 * Places of the prizes in the order in which their reels land: the rarest last, equal rarities in the order of their
 * draws (R5).
 */
export function landingOrder(prizes: readonly Pick<Coupon, 'color'>[]): number[] {
  const rankAt = (at: number) => RARITIES.indexOf(prizes[at]?.color ?? 'simple');
  return prizes.map((_, at) => at).toSorted((a, b) => rankAt(a) - rankAt(b));
}

/** Equal prizes, shown as one card with their number. */
export interface PrizeStack<P = DrawnCoupon> {
  first: P;
  prizes: readonly P[];
}

/** Stacks equal prizes: those of one name, picture, rarity and price. The first of each keeps its place. */
export function prizeStacks<
  P extends Pick<Coupon, 'name' | 'imageName' | 'color' | 'isSwapAvailable' | 'premiumCoinsPrice'>,
>(prizes: readonly P[]): PrizeStack<P>[] {
  const stacks = new Map<string, { first: P; prizes: P[] }>();
  for (const prize of prizes) {
    const { name, imageName, color, isSwapAvailable, premiumCoinsPrice } = prize;
    const kind = JSON.stringify([name, imageName, color, isSwapAvailable, premiumCoinsPrice]);
    const stack = stacks.get(kind);
    if (stack) stack.prizes.push(prize);
    else stacks.set(kind, { first: prize, prizes: [prize] });
  }
  return [...stacks.values()];
}

/** Prizes of this rarity and above stay when the player exchanges the rest (R5). */
const KEPT_FROM = RARITIES.indexOf('rare');

/** The prizes that "exchange the rest" exchanges: those below rare that can be exchanged (R5). */
export function restOf<P extends Pick<Coupon, 'color' | 'isSwapAvailable'>>(prizes: readonly P[]): P[] {
  return prizes.filter(
    ({ color, isSwapAvailable }) => isSwapAvailable && RARITIES.indexOf(color) < KEPT_FROM,
  );
}

/** Total OC for which coupons can be swapped. */
export function worthOf(coupons: readonly Pick<Coupon, 'premiumCoinsPrice'>[]): number {
  return coupons.reduce((sum, { premiumCoinsPrice }) => sum + premiumCoinsPrice, 0);
}
