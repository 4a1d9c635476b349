import * as z from 'zod/mini';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { text } from '#/contract/kernel/text.ts';
import { PURCHASE_TYPES } from '#/contract/shop.ts';
import { reason } from './people/people.ts';

export const DISCOUNTS_PAGE_ROWS = 50;
/** Most single codes of one batch. */
export const BATCH_MAX_CODES = 1000;
/** Newest orders that the sums of a code are made of. */
export const SUMMED_ORDERS = 5000;

const code = (value: ErrorCode): ErrorCode => value;
const at = z.string();
const wholeNumber = text(15).check(z.regex(/^[1-9]\d{0,14}$/));
const upTo = (most: number) => z.int().check(z.positive(), z.lte(most));
const names = z.object({ ru: z.string(), uk: z.string(), en: z.string() });

/** planned: has not begun; ended: by its date; stopped: by an operator. */
export const DISCOUNT_STATES = ['running', 'planned', 'ended', 'stopped'] as const;
const discountState = z.enum(DISCOUNT_STATES);

/** The filters of the list; the address of the page holds them as they are. */
export const discountsQuery = z.strictObject({
  /** Codes older than the one of this id, or newer; the newest without both. */
  before: z.optional(wholeNumber),
  after: z.optional(wholeNumber),
  /** The beginning of a code, in any case. */
  code: z.optional(text(35).check(z.regex(/^[A-Za-z0-9-]{1,35}$/))),
  state: z.optional(discountState),
  /** The single codes of a batch. */
  batch: z.optional(wholeNumber),
});
export type DiscountsQuery = z.output<typeof discountsQuery>;

const discount = z.object({
  id: z.int(),
  /** The single codes of a batch are shown without their middle. */
  code: z.string(),
  state: discountState,
  percentBasisPoints: z.nullable(z.int()),
  fixedCents: z.nullable(z.int()),
  /** Null: every kind of purchase. */
  productTypes: z.nullable(z.array(z.enum(PURCHASE_TYPES))),
  goodsIds: z.nullable(z.array(z.int())),
  perAccountLimit: z.nullable(z.int()),
  totalLimit: z.nullable(z.int()),
  startsAt: z.nullable(at),
  endsAt: z.nullable(at),
  createdAt: at,
  /** Paid orders that used it, up to `MOST_COUNTED`. */
  uses: z.int(),
  /** The batch that it is of: the id of its first code, and how many codes it has. */
  batch: z.nullable(z.object({ id: z.int(), codes: z.int() })),
});
export type DiscountRow = z.infer<typeof discount>;

export const discountsReply = z.object({
  discounts: z.array(discount),
  /** Cursors of the next older and newer page; null: there is none. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type DiscountsReply = z.infer<typeof discountsReply>;

export const discountParams = z.strictObject({ id: wholeNumber });

const daySum = z.object({
  /** UTC. */
  day: z.string(),
  uses: z.int(),
  paidCents: z.int(),
  discountCents: z.int(),
  refundedCents: z.int(),
});
export type DiscountDay = z.infer<typeof daySum>;

const example = z.object({
  /** Null: coins. */
  names: z.nullable(names),
  coins: z.int(),
  bonusCoins: z.int(),
  priceCents: z.int(),
  discountCents: z.int(),
  totalCents: z.int(),
});
/** The purchase that opens cases most cheaply with a code, and what swapping all prizes pays back on the average. */
const strongest = z.object({
  case: names,
  good: names,
  priceCents: z.int(),
  totalCents: z.int(),
  /** Hundredths of a percent. From 10,000 on opening mints coins. */
  returned: z.int(),
});

/** What a code does, by today's catalogue. */
export const discountEffect = z.object({
  /** Three at most, from cheap to expensive. */
  examples: z.array(example),
  strongest: z.nullable(strongest),
  /** The banner of the first page shows this code. */
  isOnBanner: z.boolean(),
});
export type DiscountEffect = z.infer<typeof discountEffect>;

export const discountReply = z.object({
  discount,
  effect: discountEffect,
  /** Names of the goods that it is for. */
  goods: z.array(z.object({ id: z.int(), names })),
  /** The newest day first. */
  days: z.array(daySum),
  /** Whether there are more orders than `SUMMED_ORDERS`, of which only the newest are summed. */
  isCut: z.boolean(),
});
export type DiscountReply = z.infer<typeof discountReply>;

/** The goods that a code can be for: those that are sold for money. */
export const discountGoodsReply = z.object({ goods: z.array(z.object({ id: z.int(), names })) });

const moment = z.nullable(text(40, 'discountTime').check(z.iso.datetime(code('discountTime'))));
const limit = z.nullable(upTo(1_000_000));

const terms = {
  takes: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('percent'), basisPoints: upTo(10_000) }),
    z.strictObject({ kind: z.literal('fixed'), cents: upTo(1_000_000) }),
  ]),
  /** Null: every kind of purchase. */
  productTypes: z.nullable(z.array(z.enum(PURCHASE_TYPES)).check(z.minLength(1), z.maxLength(5))),
  /** Null: all goods. */
  goodsIds: z.nullable(z.array(upTo(2_000_000_000)).check(z.minLength(1), z.maxLength(50))),
  startsAt: moment,
  endsAt: moment,
  reason,
};
export const makeDiscountBody = z.strictObject({
  code: text(35, 'discountCode').check(z.trim(), z.regex(/^[A-Za-z0-9-]{3,35}$/, code('discountCode'))),
  perAccountLimit: limit,
  totalLimit: limit,
  ...terms,
});
export type MakeDiscountBody = z.output<typeof makeDiscountBody>;
/** Each code of a batch works once. */
export const makeBatchBody = z.strictObject({
  prefix: text(20, 'discountCode').check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,20}$/, code('discountCode'))),
  codes: upTo(BATCH_MAX_CODES),
  ...terms,
});
export type MakeBatchBody = z.output<typeof makeBatchBody>;
export type DiscountTerms = Pick<MakeDiscountBody, Exclude<keyof typeof terms, 'reason'>>;

export const stopDiscountBody = z.strictObject({ reason });
export const prolongDiscountBody = z.strictObject({
  /** Null: no end. */
  endsAt: moment,
  /** The end that the operator saw. */
  from: z.nullable(at),
  reason,
});

export const discountMadeReply = z.object({ id: z.int() });
export const batchMadeReply = z.object({
  /** Of the first code. */
  id: z.int(),
  /** Only in the first answer. */
  codes: z.optional(z.array(z.string())),
});
