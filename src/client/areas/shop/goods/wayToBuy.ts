import type { Good } from '#/contract/shop.ts';
import { mostPieces } from './goodsQuantity.ts';

/** cart: pay with euro; coins: the modal; tooDear: coins that are not there; signIn: coins need an account. */
export type WayToBuy = 'soldOut' | 'cart' | 'signIn' | 'tooDear' | 'coins';

/**
 * What a click on a price does (S9).
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
