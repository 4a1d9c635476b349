import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { OrderState } from '#/contract/orders.ts';
import type { Place, ProviderName } from '#/server/ports/payments.ts';
import type { Agreed, Purpose, Quote, Taken } from './quote.ts';
import { accounts } from './accounts.ts';
import { goods, discountCodes, carts } from './shop.ts';
import { id, identity, time } from './columns.ts';

export const orders = pgTable(
  'orders',
  {
    id: identity(),
    /** 128 random bits, base64url. */
    publicId: text('public_id').notNull().unique(),
    /** Short number for people, such as ONE-4F2K7C. It grants nothing: only operators find an order by it. */
    number: text('number').notNull().unique(),
    /** Null when bought with coins, which needs no cart. */
    cartId: id('cart_id')
      .unique()
      .references(() => carts.id),
    /** The account that receives the order. */
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    /** The signed-in buyer. Null for a visitor. */
    buyerId: id('buyer_id').references(() => accounts.id),
    state: text('state').$type<OrderState>().notNull(),
    /** Number of its transitions, which is the number of rows in its history. */
    version: integer('version').notNull(),
    /** Frozen when the order was placed. */
    quote: jsonb('quote').$type<Quote>().notNull(),
    goodsId: id('goods_id').references(() => goods.id),
    currency: text('currency').$type<'EUR' | 'OC'>().notNull(),
    totalCents: integer('total_cents').notNull(),
    totalCoins: integer('total_coins').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /**
     * Cents of the total that never came, though an operator accepted the payment. 0 for orders accepted before the
     * column existed.
     */
    missingCents: integer('missing_cents').notNull().default(0),
    paymentMethodName: text('payment_method_name'),
    /** Null when paid in coins. */
    provider: text('provider').$type<ProviderName>(),
    /** The provider's id of the payment. */
    paymentRef: text('payment_ref'),
    payUrl: text('pay_url'),
    /** Language of the receipt. */
    locale: text('locale').$type<Locale>().notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    paidAt: time('paid_at'),
    grantedAt: time('granted_at'),
    /**
     * Goods that a refund or a charge-back revoked. Null when nothing is revoked. Winning a dispute restores them.
     */
    taken: jsonb('taken').$type<Taken>(),
    /** What the buyer agreed to at the checkout, and when. Null for purchases with coins and callers that sent nothing. */
    agreed: jsonb('agreed').$type<Agreed>(),
    /** The good that the coins were bought for. Null if they were bought for their own sake. */
    purpose: jsonb('purpose').$type<Purpose>(),
    /** Country for VAT. Null while nothing is known about it, or what is known contradicts itself. */
    buyerCountry: text('buyer_country'),
    /** Time at which an operator settled the country. Later evidence does not change it. */
    countrySettledAt: time('country_settled_at'),
    /** Number of pieces of evidence that name the country; 0 when they contradict each other. */
    countryPieces: smallint('country_pieces').notNull().default(0),
  },
  (t) => [
    index('orders_account').on(t.accountId, t.id),
    // for deleting an account
    index('orders_buyer')
      .on(t.buyerId)
      .where(sql`${t.buyerId} is not null`),
    uniqueIndex('orders_payment').on(t.provider, t.paymentRef),
    index('orders_open')
      .on(t.expiresAt)
      .where(sql`${t.state} in ('created', 'pending')`),
    // for the operators' list and its filters, the newest first
    index('orders_of_state').on(t.state, t.id),
    index('orders_of_provider').on(t.provider, t.id),
    index('orders_of_server').on(sql`(${t.quote} ->> 'serverKey')`, t.id),
    index('orders_of_product').on(sql`(${t.quote} ->> 'productType')`, t.id),
    index('orders_of_discount')
      .on(sql`(${t.quote} ->> 'discountCode')`, t.id)
      .where(sql`${t.quote} ->> 'discountCode' is not null`),
    index('orders_of_sum').on(t.totalCents, t.id),
    index('orders_created').on(t.createdAt),
    // for players who paid in a range of days, and for the operators' export
    index('orders_paid')
      .on(t.paidAt, t.accountId)
      .where(sql`${t.currency} = 'EUR'`),
    // for the days on which a player paid
    index('orders_payer')
      .on(t.accountId, t.paidAt)
      .where(sql`${t.currency} = 'EUR'`),
    check(
      'orders_state',
      sql`${t.state} in ('created', 'pending', 'paid', 'granted', 'failed', 'expired', 'review', 'refunded', 'charged_back')`,
    ),
    check('orders_number', sql`${t.number} ~ '^ONE-[BCDFGHJKMPQRTVWXY2346789]{6}$'`),
    check('orders_version', sql`${t.version} > 0`),
    check('orders_currency', sql`(${t.currency} = 'OC') = (${t.cartId} is null)`),
    check(
      'orders_total',
      sql`case ${t.currency} when 'OC' then ${t.totalCoins} > 0 and ${t.totalCents} = 0 else ${t.totalCents} > 0 and ${t.totalCoins} = 0 end`,
    ),
    // for paid orders whose country is doubtful
    index('orders_country_doubts')
      .on(t.id)
      .where(
        sql`${t.currency} = 'EUR' and ${t.paidAt} is not null and ${t.countrySettledAt} is null and ${t.countryPieces} < 2`,
      ),
    check('orders_country', sql`${t.buyerCountry} ~ '^[A-Z]{2}$'`),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
    check('orders_missing', sql`${t.missingCents} between 0 and ${t.totalCents} - ${t.refundedCents}`),
  ],
);

/** Append-only (trigger): every transition of an order. */
export const orderMoves = pgTable(
  'order_moves',
  {
    /** Rises with each row, so that a count can continue where it ended. */
    id: id('id').generatedAlwaysAsIdentity().notNull(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    /** Version of the order after the transition, from 1. */
    version: integer('version').notNull(),
    /** Null for the first row, when the order was created. */
    fromState: text('from_state').$type<OrderState>(),
    toState: text('to_state').$type<OrderState>().notNull(),
    actor: text('actor').$type<'player' | 'provider' | 'operator' | 'site'>().notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.version] }),
    uniqueIndex('order_moves_id').on(t.id),
    index('order_moves_time').using('brin', t.createdAt),
    check('order_moves_first', sql`(${t.version} = 1) = (${t.fromState} is null)`),
  ],
);

/** Evidence of the buyer's country: one piece of each kind, the newest. */
export const orderPlaces = pgTable(
  'order_places',
  {
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind').$type<Place['kind']>().notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text('country').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.kind] }),
    check('order_places_kind', sql`${t.kind} in ('billing', 'card', 'network', 'declared')`),
    check('order_places_country', sql`${t.country} ~ '^[A-Z]{2}$'`),
  ],
);

/** Rates of VAT. A rate counts from its day (UTC) on, until the day of the next one of its country. */
export const vatRates = pgTable(
  'vat_rates',
  {
    /** ISO 3166-1 alpha-2. */
    country: text('country').notNull(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    /** 2100 is 21 %. */
    basisPoints: integer('basis_points').notNull(),
    /** Whether an owner has set or confirmed it. Until then it is an offer, and no VAT is computed with it. */
    isConfirmed: boolean('is_confirmed').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.country, t.fromDay] }),
    index('vat_rates_unconfirmed')
      .on(t.country)
      .where(sql`not ${t.isConfirmed}`),
    check('vat_rates_country', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('vat_rates_rate', sql`${t.basisPoints} between 0 and 10000`),
  ],
);

/** Uses of discount codes. A use counts while its order is paid. */
export const discountUses = pgTable(
  'discount_uses',
  {
    orderId: id('order_id')
      .primaryKey()
      .references(() => orders.id),
    discountCodeId: id('discount_code_id')
      .notNull()
      .references(() => discountCodes.id),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    releasedAt: time('released_at'),
  },
  (t) => [
    // for the uses of a code by a player, and for deleting the account
    index('discount_uses_account').on(t.accountId, t.discountCodeId),
    // for the number and the newest uses of a code
    index('discount_uses_newest')
      .on(t.discountCodeId, t.orderId)
      .where(sql`${t.releasedAt} is null`),
  ],
);

/** Periods of Premium of an account. Each begins when the one before ends. */
export const premiumPeriods = pgTable(
  'premium_periods',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    reason: text('reason').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    revokedAt: time('revoked_at'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    unique('premium_periods_cause').on(t.reason, t.refType, t.refId),
    index('premium_periods_account').on(t.accountId, t.endsAt),
    check('premium_periods_length', sql`${t.endsAt} > ${t.startsAt}`),
  ],
);
