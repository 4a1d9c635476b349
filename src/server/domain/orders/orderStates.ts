import type { OrderState } from '#/contract/orders.ts';

/**
 * Allowed transitions of an order; all others are refused. Orders paid with coins go through `paid` and `granted` in
 * one transaction.
 */
export const ORDER_MOVES: Readonly<Record<OrderState, readonly OrderState[]>> = {
  created: ['pending', 'failed', 'expired', 'paid', 'review'],
  pending: ['paid', 'failed', 'expired', 'review'],
  // a late payment: the money has arrived, so it must be handled
  failed: ['paid', 'review'],
  expired: ['paid', 'review'],
  paid: ['granted', 'review'],
  granted: ['refunded', 'charged_back', 'review'],
  review: ['granted', 'refunded', 'charged_back', 'failed'],
  // the refund failed
  refunded: ['charged_back', 'granted', 'review'],
  // the dispute was won; an order that was never granted goes back to an operator
  charged_back: ['granted', 'review'],
};

/** Whether the table allows the transition. */
export const canMove = (from: OrderState, to: OrderState): boolean => ORDER_MOVES[from].includes(to);

const UNPAID: ReadonlySet<OrderState> = new Set(['created', 'pending', 'failed', 'expired']);

/**
 * Whether the order is paid, so that its pieces and its use of a discount code count. Unpaid orders do not count, or
 * anybody could block limited goods and codes with unpaid orders.
 */
export const isCounted = (state: OrderState): boolean => !UNPAID.has(state);

/** Whether the order waits for its payment. */
export const isOpen = (state: OrderState): boolean => state === 'created' || state === 'pending';

/**
 * Lists the transitions that lead an order to its target. A settled order always passes `granted`, so that the same
 * is revoked whether its payment or its refund arrived first.
 * @param isSettled the payment is good, so that the goods are or were granted
 * @returns an empty list if the order has its target state already, or if a weaker event (such as expired) comes
 * after a stronger one
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
