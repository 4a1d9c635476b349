import * as z from 'zod/mini';
import { serverKey } from '#/contract/landing.ts';
import { orderState } from '#/contract/orders.ts';
import { purchaseType } from '#/contract/shop.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { text } from '#/contract/kernel/text.ts';
import { DELIVERY_STATES } from './deliveries.ts';

export const ORDERS_PAGE_ROWS = 50;

/** A whole number in an address. Every allowed number is safe in JavaScript. */
const wholeNumber = text(15).check(z.regex(/^[1-9]\d{0,14}$/));
/** Within the database's integer range. */
const cents = text(9).check(z.regex(/^\d{1,9}$/));
/** A day in UTC, of this century. */
const day = text(10).check(z.regex(/^20\d\d-/), z.iso.date());

/** Marks of orders that need a second look. Each has an index of its own. */
export const ORDER_MARKS = ['paidTwice', 'refundUnderWay', 'refundFailed', 'deliveryOpen'] as const;

/** The filters of the list, in the form that they have in the page's address. */
export const ordersQuery = z.strictObject({
  /** Orders older than cursor `before`, or newer than cursor `after`. Without both, the newest. */
  before: z.optional(wholeNumber),
  after: z.optional(wholeNumber),
  state: z.optional(orderState),
  /** Name of a payment provider, or `coins`. */
  provider: z.optional(text(20).check(z.regex(/^[a-z]+$/))),
  product: z.optional(purchaseType),
  server: z.optional(serverKey),
  fromCents: z.optional(cents),
  toCents: z.optional(cents),
  fromDay: z.optional(day),
  /** The last day, included. */
  toDay: z.optional(day),
  discount: z.optional(text(35).check(z.regex(/^[A-Za-z0-9-]{3,35}$/))),
  /** Id of the account that receives the order. */
  player: z.optional(wholeNumber),
  mark: z.optional(z.enum(ORDER_MARKS)),
});
export type OrdersQuery = z.output<typeof ordersQuery>;

const titles = z.object({ ru: z.string(), uk: z.string(), en: z.string() });

/** State of an order's deliveries, the worst first. Null when the order has no deliveries. */
export const DELIVERY_SUMMARIES = ['trouble', 'open', 'done', 'calledOff'] as const;
const deliverySummary = z.nullable(z.enum(DELIVERY_SUMMARIES));
export type DeliverySummary = z.infer<typeof deliverySummary>;

const product = {
  type: purchaseType,
  goodsId: z.nullable(z.int()),
  caseId: z.nullable(z.int()),
  titles,
  quantity: z.int(),
  /** Coins bought, and coins that the bonus tier adds. */
  coins: z.int(),
  bonusCoins: z.int(),
};

const orderRow = z.object({
  id: z.string(),
  /** Short number for people. */
  number: z.string(),
  /** Position in the list, for `before` and `after`. */
  cursor: z.int(),
  /** ISO 8601. */
  at: z.string(),
  player: z.object({ id: z.int(), login: z.string(), server: z.string() }),
  product: z.object(product),
  currency: z.enum(['EUR', 'OC']),
  totalCents: z.int(),
  totalCoins: z.int(),
  refundedCents: z.int(),
  discount: z.nullable(z.string()),
  /** Null when the order was paid in coins. */
  provider: z.nullable(z.string()),
  state: orderState,
  delivery: deliverySummary,
  /** Cents of a second payment that are not refunded yet. */
  paidTwiceCents: z.int(),
  isRefundUnderWay: z.boolean(),
  isRefundFailed: z.boolean(),
});
export type OperatorOrderRow = z.infer<typeof orderRow>;

export const ordersReply = z.object({
  orders: z.array(orderRow),
  /** Cursors of the next pages. Null when there is no such page. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type OrdersReply = z.infer<typeof ordersReply>;

/** Public id: 128 random bits in base64url. */
export const orderParams = z.strictObject({ id: text(64).check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) });

/** Buyer or recipient of an order. Their e-mail address is masked. */
const person = z.object({
  id: z.int(),
  login: z.string(),
  server: z.string(),
  email: z.string(),
  status: z.enum(['active', 'blocked', 'closed']),
});

const record = z.record(z.string(), z.unknown());
const at = z.string();

/** An event in the history of an order; the history begins with the oldest. */
const happening = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('move'),
    at,
    from: z.nullable(orderState),
    to: orderState,
    /** player, provider, operator or site. */
    actor: z.string(),
    reason: z.string(),
  }),
  z.object({
    kind: z.literal('event'),
    at,
    /** Number under which the raw text can be read separately. */
    id: z.int(),
    provider: z.string(),
    paymentRef: z.string(),
    /** Type of the event, for example `paid` or `refundFailed`. */
    event: z.string(),
    causeRef: z.string(),
    cents: z.int(),
    currency: z.string(),
    isProcessed: z.boolean(),
    error: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('refund'),
    at,
    provider: z.string(),
    paymentRef: z.string(),
    cents: z.int(),
    /**
     * waiting: the provider was not asked yet; asked: the provider has not reported yet; reported;
     * failed: given up.
     */
    state: z.enum(['waiting', 'asked', 'reported', 'failed']),
    error: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('delivery'),
    at,
    id: z.int(),
    /** give, revoke. */
    what: z.string(),
    code: z.string(),
    count: z.int(),
    from: z.nullable(z.string()),
    to: z.string(),
    actor: z.string(),
    reason: z.string(),
    detail: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('mail'),
    at,
    /** receipt, orderRefunded or orderRefundFailed. */
    mail: z.string(),
    sentAt: z.nullable(z.string()),
    failedAt: z.nullable(z.string()),
    error: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('act'),
    at,
    act: z.string(),
    /** player, operator or site. */
    actor: z.string(),
    /** Name of the operator. Null for a command in the shell and for the site. */
    operator: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    before: z.nullable(record),
    after: z.nullable(record),
  }),
]);
export type Happening = z.infer<typeof happening>;

const payment = z.object({
  provider: z.string(),
  paymentRef: z.string(),
  method: z.nullable(z.string()),
  /** Null when the catalogue does not know the method. */
  methodTitles: z.nullable(titles),
  /** Whether the order was granted for this payment or waits for it. It has replaced the others. */
  isCurrent: z.boolean(),
  /** Cents that can still be refunded, without refunds under way. */
  refundableCents: z.int(),
  underWayCents: z.int(),
  /** Time at which a refund failed. Null if none did, or somebody has dealt with it. */
  refundFailedAt: z.nullable(at),
  /** Page of the payment at the provider. Null when there is none. */
  page: z.nullable(z.string()),
});
export type OperatorPayment = z.infer<typeof payment>;

const given = z.object({
  coins: z.int(),
  bonusCoins: z.int(),
  premiumDays: z.int(),
  /** Part of the granted Premium that is not used yet. */
  premiumLeftMs: z.int(),
  cases: z.array(
    z.object({
      caseId: z.int(),
      titles: z.nullable(titles),
      given: z.int(),
      opened: z.int(),
      left: z.int(),
    }),
  ),
  deliveries: z.array(
    z.object({
      id: z.int(),
      kind: z.string(),
      code: z.string(),
      count: z.int(),
      state: z.enum(DELIVERY_STATES),
      titles: z.nullable(titles),
    }),
  ),
});
export type OrderGiven = z.infer<typeof given>;

const taken = z.object({
  coins: z.int(),
  debt: z.int(),
  pieces: z.int(),
  premiumMs: z.int(),
});

export const orderReply = z.object({
  id: z.string(),
  /** Short number for people. */
  number: z.string(),
  /**
   * Rises with every transition, payment event, refund and act. An act on an older version is
   * refused with operatorChanged.
   */
  version: z.int(),
  state: orderState,
  createdAt: z.string(),
  expiresAt: z.string(),
  paidAt: z.nullable(z.string()),
  grantedAt: z.nullable(z.string()),
  player: person,
  /** The buyer. Null for a visitor who was not signed in. */
  buyer: z.nullable(person),
  /** Price and contents, frozen when the order was placed. */
  quote: z.object({
    ...product,
    server: z.string(),
    coefficientBasisPoints: z.int(),
    currency: z.enum(['EUR', 'OC']),
    unitPrice: z.int(),
    priceCents: z.int(),
    discountCents: z.int(),
    totalCents: z.int(),
    totalCoins: z.int(),
    discount: z.nullable(z.string()),
    grants: z.array(record),
  }),
  refundedCents: z.int(),
  /** Part of the total that was not received, in euro cents. 0 unless an operator accepted too small a payment. */
  missingCents: z.int(),
  /** What the buyer agreed to at the checkout. Null when they were not asked, as for purchases with coins. */
  agreed: z.nullable(
    z.object({
      at,
      locale: z.enum(LOCALES),
      /** Version of the terms: a day. */
      terms: z.string(),
      /** The sentence about delivery at once. Null if the buyer did not see it. */
      atOnce: z.nullable(z.string()),
    }),
  ),
  /** Country for VAT. Null while it is unknown or doubtful. */
  country: z.nullable(z.string()),
  /** Whether an operator has settled the country. */
  isCountrySettled: z.boolean(),
  /** Evidence of the country. */
  places: z.array(
    z.object({ kind: z.enum(['billing', 'card', 'network', 'declared']), country: z.string() }),
  ),
  payments: z.array(payment),
  /** Null when nothing was granted yet. */
  given: z.nullable(given),
  /** Goods that a refund revoked. Null when it revoked nothing. */
  taken: z.nullable(taken),
  timeline: z.array(happening),
});
export type OrderReply = z.infer<typeof orderReply>;
