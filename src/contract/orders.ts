import * as z from 'zod/mini';
import { captchaToken } from './kernel/captcha.ts';
import { pageInQuery } from './cases.ts';
import { delivery } from './deliveries.ts';
import { code, text } from './kernel/text.ts';
import { goodsQuantity, purchase, purpose } from './shop.ts';

const id = z.int().check(z.positive());
const cents = z.int().check(z.gte(0));

/** The country that a buyer names: ISO 3166-1 alpha-2. The server knows the list, which few pages need. */
const buyerCountry = text(2, 'countryRequired').check(z.regex(/^[A-Z]{2}$/, code('countryRequired')));

/**
 * The specification sends only the captcha. The site's own page also sends the cart and the total
 * that it showed.
 */
export const orderBody = z.strictObject({
  captcha: captchaToken,
  /** `id` of the shown cart. If another cart is in force, the answer is cartChanged. */
  cart: z.optional(text(64)),
  /** The total that was shown. */
  total_cents: z.optional(cents),
  payment_method_name: z.optional(text(32)),
  /** Where the buyer lives. Needed for methods with `asks_country`; VAT depends on it. */
  country: z.optional(buyerCountry),
  /** Consent to the terms; false is answered with termsRequired (S11). */
  terms: z.optional(z.literal(true, code('termsRequired'))),
  /** Request for delivery at once, and loss of the withdrawal with it, for carts with `is_at_once` (S19). */
  at_once: z.optional(z.literal(true, code('termsRequired'))),
});
export const orderReply = z.object({
  /** Public id. */
  order: z.string(),
  /** Page of the payment provider to go to. */
  url: z.string(),
});

/** Requests another payment method for an order that is not paid yet. */
export const changePaymentBody = z.strictObject({
  payment_method_name: text(32).check(z.minLength(1)),
  /** As in the order. Not needed if the order has one already. */
  country: z.optional(buyerCountry),
});

/** States of an order. */
export const ORDER_STATES = [
  'created',
  'pending',
  'paid',
  'granted',
  'failed',
  'expired',
  'review',
  'refunded',
  'charged_back',
] as const;
export const orderState = z.enum(ORDER_STATES);
export type OrderState = z.infer<typeof orderState>;

export const order = z.object({
  id: z.string(),
  /** Short number for people (S18). */
  number: z.string(),
  state: orderState,
  ...purchase,
  payment_method_name: z.nullable(z.string()),
  /** Name of the payment system in the page's language; "One Coins" if it was paid in coins. */
  payment_system: z.string(),
  /** ISO 8601: time of the order, and time of the payment (null before it). */
  date: z.string(),
  paid_at: z.nullable(z.string()),
  /** The provider's page, while the order can be paid there. */
  pay_url: z.nullable(z.string()),
  /** Expiry of an unpaid order, ISO 8601. */
  expires_at: z.nullable(z.string()),
  /** Refunded amount in euro cents. */
  refunded_cents: cents,
  /** The good that the coins were bought for. Only its own player sees it. */
  purpose: z.nullable(purpose),
  /** Deliveries that the game hands over for the order, the oldest first (D18). */
  deliveries: z.array(delivery),
});
export type Order = z.infer<typeof order>;

/** An order's unguessable id. */
export const orderIdInPath = text(22, 'notFound').check(z.regex(/^[A-Za-z0-9_-]{22}$/, code('notFound')));
export const orderResultReply = z.object({ order });
export const ordersQuery = z.strictObject({
  page: pageInQuery,
  /** IANA name of the reader's time zone, in which the months begin and end. UTC without one. */
  time_zone: z.optional(text(64).check(z.regex(/^[A-Za-z][\w+/-]*$/))),
});
/** What was paid for the orders of a month of the reader's calendar, on all pages (S24). */
export const orderMonth = z.object({
  /** Such as 2026-11. */
  month: z.string(),
  /** ISO 8601: its first moment, and the first one of the next month. */
  from: z.string(),
  until: z.string(),
  paid_cents: cents,
  paid_coins: z.int().check(z.gte(0)),
  /** The part of `paid_cents` that was refunded or charged back. */
  refunded_cents: cents,
});
export type OrderMonth = z.infer<typeof orderMonth>;
export const ordersReply = z.object({
  orders: z.array(order),
  /** The months of these orders, the newest first. */
  months: z.array(orderMonth),
  pageInfo: z.object({ currentPage: z.int(), lastPage: z.int() }),
});

export const storeByCoinBody = z.strictObject({
  product_id: id,
  /** The specification sends 0, which has no meaning. */
  product_type: z.optional(z.union([z.int(), text(32)])),
  product_qty: goodsQuantity,
  /** Unit price in OC that the player saw. If it has changed, the answer is priceChanged. */
  price: z.optional(z.int()),
});
export const storeByCoinReply = z.object({
  order: z.string(),
  /** Remaining balance in OC. */
  premiumCoins: z.int(),
});
