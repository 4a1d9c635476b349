import type { OrderState } from '#/contract/shop.ts';

/** Where an order can go from where it is; every other move is refused. Coins are paid and granted in one breath. */
export const ORDER_MOVES: Readonly<Record<OrderState, readonly OrderState[]>> = {
  created: ['pending', 'failed', 'expired', 'paid', 'review'],
  pending: ['paid', 'failed', 'expired', 'review'],
  // paid too late: the money is there all the same
  failed: ['paid', 'review'],
  expired: ['paid', 'review'],
  paid: ['granted', 'review'],
  granted: ['refunded', 'charged_back', 'review'],
  review: ['granted', 'refunded', 'charged_back', 'failed'],
  // a refund that came to nothing
  refunded: ['charged_back', 'granted', 'review'],
  // a dispute that was won
  charged_back: ['granted'],
};

/** Whether the table allows the move. */
export const canMove = (from: OrderState, to: OrderState): boolean => ORDER_MOVES[from].includes(to);

/** Nothing was paid, and the pieces and the discount it held are free again. */
export const isGivenUp = (state: OrderState): boolean => state === 'failed' || state === 'expired';

/** It waits for its payment. */
export const isOpen = (state: OrderState): boolean => state === 'created' || state === 'pending';

/**
 * The moves that lead an order to its target. Whatever was handed out passes `granted`, so that what is taken back is
 * the same in whatever order a payment and its refund were heard of.
 * @param isSettled the payment is good, so that the goods are or were handed out
 * @returns no moves where it is there already, or where a weaker word (as expired) comes after a stronger one
 */
export function movesTo(from: OrderState, target: OrderState, isSettled: boolean): OrderState[] {
  if (from === target) return [];
  if (target === 'pending' || target === 'failed' || target === 'expired')
    return canMove(from, target) && from !== 'review' ? [target] : [];
  if (canMove(from, target)) return [target];
  const through = isSettled ? (canMove(from, 'granted') ? 'granted' : 'paid') : 'review';
  if (!canMove(from, through)) return [];
  const rest = movesTo(through, target, isSettled);
  return rest.length > 0 ? [through, ...rest] : [];
}
