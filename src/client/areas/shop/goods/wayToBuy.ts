import { GOODS_MAX_QUANTITY } from '#/contract/kernel/limits.ts';
import type { Good } from '#/contract/shop.ts';

/**
 * cart: pay in euro; coins: open the dialog; tooDear: the player has too few coins; signIn: coins need an account.
 */
export type WayToBuy = 'soldOut' | 'cart' | 'signIn' | 'tooDear' | 'coins';

/**
 * Returns the effect of a click on a price (S9).
 * @param balance OC of the player, null for a visitor
 */
export function wayToBuy(
  good: Pick<Good, 'price' | 'premiumCoinsPrice' | 'count'>,
  quantity: number,
  balance: number | null,
): WayToBuy {
  if (mostPieces(good) < quantity) return 'soldOut';
  if (good.price > 0) return 'cart';
  if (balance === null) return 'signIn';
  return balance < quantity * good.premiumCoinsPrice ? 'tooDear' : 'coins';
}

/** Returns the largest quantity of a purchase; 0 if the good is sold out. */
export function mostPieces({ count }: Pick<Good, 'count'>): number {
  return Math.min(GOODS_MAX_QUANTITY, Math.max(0, count ?? GOODS_MAX_QUANTITY));
}

/** Reads a quantity from a text: digits only; empty or below 1 is 1, above `most` is `most` (S8). */
export function goodsQuantityOf(text: string, most: number = GOODS_MAX_QUANTITY): number {
  const typed = Number(text.replace(/\D/g, '').slice(0, 9));
  return Math.max(1, Math.min(most, typed));
}
