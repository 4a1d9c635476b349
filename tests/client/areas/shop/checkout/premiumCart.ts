import type { Cart } from '#/contract/shop.ts';

/** A cart with 30 days of Premium for 24.90 euro. */
export const premiumCart: Cart = {
  id: 'cart-1',
  product_type: 'Premium',
  goods_id: 2003,
  case_id: null,
  account: 'd•••o',
  server: 'everest',
  server_name: 'Everest',
  product: 'Premium · 30 days',
  image: 'items/coins3',
  product_qty: 1,
  amount: 0,
  bonus_qty: 0,
  currency_code: 'EUR',
  price_cents: 2490,
  discount_cents: 0,
  total_cents: 2490,
  total_coins: 0,
  discount_code: null,
  payment_method_name: null,
  expires_at: '2026-03-05T13:00:00.000Z',
  is_at_once: true,
  purpose: null,
};
