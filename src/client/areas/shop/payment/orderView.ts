import type { Order } from '#/contract/shop.ts';

/** What a buyer is told of an order. `unfinished`: he came back without having paid, and still can. */
export type OrderViewName =
  | 'waiting'
  | 'unfinished'
  | 'granting'
  | 'granted'
  | 'failed'
  | 'expired'
  | 'review'
  | 'refunded'
  | 'chargedBack';

/** pay: on the provider's page; again: choose it once more in the shop; support: write to the support. */
export type OrderStep = 'pay' | 'again' | 'support';

export interface OrderView {
  name: OrderViewName;
  /** wait: it is not decided yet, so it is asked after. */
  tone: 'wait' | 'good' | 'bad' | 'quiet';
  /** What to do now; undefined where nothing is. */
  step?: OrderStep;
}

/**
 * How an order stands, by what the server says and by nothing else (RT6).
 * @param cameBack the buyer was sent back as one who has not paid
 */
export function orderView(order: Pick<Order, 'state' | 'pay_url'>, cameBack = false): OrderView {
  switch (order.state) {
    case 'created':
    case 'pending':
      if (order.pay_url) return { name: cameBack ? 'unfinished' : 'waiting', tone: 'wait', step: 'pay' };
      // a payment that could not even be made is made anew; one that nobody can pay any more may be on its way
      return { name: 'waiting', tone: 'wait', ...(order.state === 'created' && { step: 'again' }) };
    case 'paid':
      return { name: 'granting', tone: 'wait' };
    case 'granted':
      return { name: 'granted', tone: 'good' };
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
