import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ProductType, PurchaseType } from '#/contract/shop.ts';
import type { Grant, Purpose, Quote } from './quote.ts';
import { accounts } from './accounts.ts';
import { cases } from './cases.ts';
import { bytea, id, identity, time, createdAt, localised, hasAllLanguages } from './columns.ts';

/** A tab of the shop. */
export const products = pgTable(
  'products',
  {
    /** Given by the catalogue files. */
    id: id('id').primaryKey(),
    type: text('type').$type<ProductType>().notNull().unique(),
    titles: localised('titles'),
    tabTitles: localised('tab_titles'),
    image: text('image').notNull(),
    isComingSoon: boolean('is_coming_soon').notNull(),
    sortOrder: integer('sort_order').notNull(),
    /** Price of one coin; only `one_coin` has it and the range of a purchase. */
    basePriceCents: integer('base_price_cents'),
    priceFromCents: integer('price_from_cents'),
    priceToCents: integer('price_to_cents'),
    /** Whether the good left the catalogue. Orders still refer to it. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [
    check('products_texts', sql`${hasAllLanguages(t.titles)} and ${hasAllLanguages(t.tabTitles)}`),
    check(
      'products_coin',
      sql`(${t.type} = 'one_coin') = (${t.basePriceCents} is not null and ${t.priceFromCents} is not null
        and ${t.priceToCents} is not null)`,
    ),
    check(
      'products_prices',
      sql`${t.basePriceCents} > 0 and ${t.priceFromCents} > 0 and ${t.priceToCents} >= ${t.priceFromCents}`,
    ),
  ],
);

/** Bonus coins by price range (S5). */
export const bonusTiers = pgTable(
  'bonus_tiers',
  {
    productId: id('product_id')
      .notNull()
      .references(() => products.id),
    fromCents: integer('from_cents').notNull(),
    toCents: integer('to_cents').notNull(),
    coefficientBasisPoints: integer('coefficient_basis_points').notNull(),
    image: text('image').notNull(),
    titles: localised('titles'),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.fromCents] }),
    check('bonus_tiers_range', sql`${t.fromCents} > 0 and ${t.toCents} >= ${t.fromCents}`),
    check('bonus_tiers_coefficient', sql`${t.coefficientBasisPoints} between 10001 and 20000`),
    check('bonus_tiers_titles', hasAllLanguages(t.titles)),
  ],
);

/** Goods that are sold by the piece, for euro or for coins. */
export const goods = pgTable(
  'goods',
  {
    /** Given by the catalogue files; never reused. */
    id: id('id').primaryKey(),
    type: text('type').$type<Exclude<PurchaseType, 'one_coin'>>().notNull(),
    caseId: id('case_id').references(() => cases.id),
    names: localised('names'),
    descriptions: localised('descriptions'),
    image: text('image').notNull(),
    priceCents: integer('price_cents'),
    priceCoins: integer('price_coins'),
    /** Null when every game server sells it. */
    serverKeys: text('server_keys').array(),
    sortOrder: integer('sort_order').notNull(),
    /** Grants of one piece. */
    grants: jsonb('grants').$type<Grant[]>().notNull(),
    /** Most pieces that can ever be sold. Null when there is no limit. */
    saleLimit: integer('sale_limit'),
    /** Pieces in paid orders, as far as they are not in `soldParts`; both add up. */
    sold: integer('sold').notNull().default(0),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [
    check('goods_type', sql`${t.type} in ('Premium', 'goods', 'Services', 'casesItem')`),
    check('goods_case', sql`(${t.type} = 'casesItem') = (${t.caseId} is not null)`),
    check('goods_texts', sql`${hasAllLanguages(t.names)} and ${hasAllLanguages(t.descriptions)}`),
    // exactly one price: neither free nor for both currencies (S9)
    check('goods_one_price', sql`num_nonnulls(${t.priceCents}, ${t.priceCoins}) = 1`),
    check('goods_price', sql`coalesce(${t.priceCents}, ${t.priceCoins}) > 0`),
    check('goods_limit', sql`${t.saleLimit} >= 0`),
  ],
);

/** Parts of the number of pieces sold without a limit. In one row all buyers of a good would wait for each other. */
export const SOLD_PARTS = 16;

/** Pieces of goods in orders that were paid, or refunded, while the good had no limit. */
export const soldParts = pgTable(
  'sold_parts',
  {
    goodsId: id('goods_id')
      .notNull()
      .references(() => goods.id),
    part: smallint('part').notNull(),
    /** Negative if refunds returned more pieces to this part than purchases took from it. */
    pieces: integer('pieces').notNull(),
  },
  (t) => [primaryKey({ columns: [t.goodsId, t.part] })],
);

export const paymentGroups = pgTable(
  'payment_groups',
  {
    key: text('key').$type<'main' | 'systems' | 'crypto'>().primaryKey(),
    titles: localised('titles'),
    sortOrder: integer('sort_order').notNull(),
  },
  (t) => [check('payment_groups_titles', hasAllLanguages(t.titles))],
);

/** Payment methods. The provider of a method is set in the configuration. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    name: text('name').primaryKey(),
    groupKey: text('group_key')
      .notNull()
      .references(() => paymentGroups.key),
    titles: localised('titles'),
    badges: text('badges').array().notNull(),
    sortOrder: integer('sort_order').notNull(),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [check('payment_methods_titles', hasAllLanguages(t.titles))],
);

export const discountCodes = pgTable(
  'discount_codes',
  {
    id: identity(),
    /** Upper case. */
    code: text('code').notNull().unique(),
    percentBasisPoints: integer('percent_basis_points'),
    fixedCents: integer('fixed_cents'),
    /** Null when the code applies to every kind of purchase. */
    productTypes: text('product_types').$type<PurchaseType[]>().array(),
    goodsIds: bigint('goods_ids', { mode: 'number' }).array(),
    perAccountLimit: integer('per_account_limit'),
    totalLimit: integer('total_limit'),
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    /** Id of the first code in the same batch. Null for a code outside a batch. */
    batchId: id('batch_id'),
  },
  (t) => [
    index('discount_codes_batch')
      .on(t.batchId, t.id)
      .where(sql`${t.batchId} is not null`),
    // for the operators' list, in which a batch is one row
    index('discount_codes_heads')
      .on(t.id)
      .where(sql`${t.batchId} is null or ${t.batchId} = ${t.id}`),
    // for the operators' search by the first characters, whatever the collation of the database
    index('discount_codes_prefix').on(sql`${t.code} text_pattern_ops`),
    check('discount_codes_code', sql`${t.code} ~ '^[A-Z0-9-]{3,35}$'`),
    check('discount_codes_one', sql`num_nonnulls(${t.percentBasisPoints}, ${t.fixedCents}) = 1`),
    check('discount_codes_percent', sql`${t.percentBasisPoints} between 1 and 10000`),
    check('discount_codes_fixed', sql`${t.fixedCents} > 0`),
    check('discount_codes_limits', sql`${t.perAccountLimit} > 0 and ${t.totalLimit} > 0`),
  ],
);

/** Saved purchases; the newest cart of a browser is its current one. */
export const carts = pgTable(
  'carts',
  {
    id: identity(),
    publicId: text('public_id').notNull().unique(),
    /** SHA-256 of the HttpOnly cart cookie. */
    tokenHash: bytea('token_hash').notNull(),
    /** The account that receives the purchase. */
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    /** The signed-in buyer at the time of saving. */
    buyerId: id('buyer_id').references(() => accounts.id),
    quote: jsonb('quote').$type<Quote>().notNull(),
    paymentMethodName: text('payment_method_name'),
    discountCodeId: id('discount_code_id').references(() => discountCodes.id),
    /** Idempotency-Key of the saving request, and the SHA-256 of its body. */
    requestKey: text('request_key'),
    requestHash: bytea('request_hash'),
    /** The good that the coins are bought for, passed on to the order. */
    purpose: jsonb('purpose').$type<Purpose>(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Whether the clean-up has found an order of this cart. It keeps such a cart, and does not look at it again. */
    isOrdered: boolean('is_ordered').notNull().default(false),
  },
  (t) => [
    index('carts_token').on(t.tokenHash, t.id),
    uniqueIndex('carts_request').on(t.tokenHash, t.requestKey),
    // for the clean-up
    index('carts_expired')
      .on(t.expiresAt)
      .where(sql`not ${t.isOrdered}`),
    index('carts_created').on(t.createdAt),
    index('carts_account').on(t.accountId),
    // for deleting an account
    index('carts_buyer')
      .on(t.buyerId)
      .where(sql`${t.buyerId} is not null`),
  ],
);
