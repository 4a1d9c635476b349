import { ORDER_STATES, type Order, type OrderMonth, type OrderState } from '#/contract/orders.ts';

/** 230 € of coins as the server shows them, in any of the states an order can be in. */
export function demoOrder(state: OrderState): Order {
  const isPaid = !['created', 'pending', 'failed', 'expired'].includes(state);
  return {
    id: `AbCdEfGhIjKlMnOpQrStU${ORDER_STATES.indexOf(state)}`,
    number: 'ONE-4F2K7C',
    state,
    product_type: 'one_coin',
    goods_id: null,
    case_id: null,
    account: 'm•••t',
    server: 'everest',
    server_name: 'Everest',
    product: 'One Coins',
    image: 'items/coins3',
    product_qty: 1,
    amount: 2300,
    bonus_qty: 460,
    currency_code: 'EUR',
    price_cents: 23_000,
    discount_cents: 2300,
    total_cents: 20_700,
    total_coins: 0,
    discount_code: 'NIGHT10',
    payment_method_name: 'bitcoin',
    payment_system: 'Bitcoin',
    date: '2026-03-05T12:00:00.000Z',
    paid_at: isPaid ? '2026-03-05T12:01:00.000Z' : null,
    pay_url: state === 'pending' ? 'https://pay.example.org/1' : null,
    expires_at: isPaid ? null : '2026-03-05T13:00:00.000Z',
    refunded_cents: state === 'refunded' || state === 'charged_back' ? 20_700 : 0,
    purpose: null,
    deliveries: [],
  };
}

/** A month of UTC as the server shows it, in which 414 € were paid. */
export function demoMonth(month: string, changes: Partial<OrderMonth> = {}): OrderMonth {
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  return {
    month,
    from: from.toISOString(),
    until: until.toISOString(),
    paid_cents: 41_400,
    paid_coins: 0,
    refunded_cents: 0,
    ...changes,
  };
}
