import { concernsOf } from '#/client/domain/game/stageLook.ts';
import type { Order } from '#/contract/orders.ts';

/**
 * State of an order for its buyer. unfinished: the buyer returned without having paid, and still can; delivering:
 * some deliveries are unfinished; troubled: the game has not given some, and an operator decides; withheld: an operator
 * called some off, which returns no payment.
 */
export type OrderViewName =
  | 'waiting'
  | 'unfinished'
  | 'granting'
  | 'granted'
  | 'delivering'
  | 'troubled'
  | 'withheld'
  | 'failed'
  | 'expired'
  | 'review'
  | 'refunded'
  | 'chargedBack';

/** pay: on the provider's page; again: choose the product again in the shop; support: write to the support. */
export type OrderStep = 'pay' | 'again' | 'support';

export interface OrderView {
  name: OrderViewName;
  /** wait: the order is undecided, so it is polled. */
  tone: 'wait' | 'good' | 'bad' | 'quiet';
  /** The next step; undefined if there is none. */
  step?: OrderStep;
}

/**
 * Returns the view of an order, from the server's state alone (RT6).
 * @param cameBack whether the buyer was sent back without having paid
 */
export function orderView(
  order: Pick<Order, 'state' | 'pay_url' | 'deliveries'>,
  cameBack = false,
): OrderView {
  switch (order.state) {
    case 'created':
    case 'pending':
      if (order.pay_url) return { name: cameBack ? 'unfinished' : 'waiting', tone: 'wait', step: 'pay' };
      // an order without a payment can be paid again; one whose payment can no longer be made may still get its
      // confirmation
      return { name: 'waiting', tone: 'wait', ...(order.state === 'created' && { step: 'again' }) };
    case 'paid':
      return { name: 'granting', tone: 'wait' };
    case 'granted':
      return grantedView(order.deliveries);
    case 'failed':
      return { name: 'failed', tone: 'bad', step: 'again' };
    case 'expired':
      return { name: 'expired', tone: 'bad', step: 'again' };
    case 'review':
      return { name: 'review', tone: 'quiet', step: 'support' };
    case 'refunded':
      return { name: 'refunded', tone: 'quiet', step: 'support' };
    case 'charged_back':
  }
  return { name: 'chargedBack', tone: 'bad', step: 'support' };
}

/** A granted order is a success only if the game gives everything (D18). */
function grantedView(deliveries: Order['deliveries']): OrderView {
  const { wait, trouble, withheld } = concernsOf(deliveries);
  if (trouble > 0) return { name: 'troubled', tone: 'quiet', step: 'support' };
  if (wait === 0 && withheld > 0) return { name: 'withheld', tone: 'quiet', step: 'support' };
  return { name: deliveries.some(({ isOpen }) => isOpen) ? 'delivering' : 'granted', tone: 'good' };
}
