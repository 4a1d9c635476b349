import * as z from 'zod/mini';
import { code, text } from '#/contract/kernel/text.ts';
import { PURCHASE_TYPES } from '#/contract/shop.ts';
import { reason } from './people/people.ts';

export const DISCOUNTS_PAGE_ROWS = 50;
/** Most codes in one batch of single-use codes. */
export const BATCH_MAX_CODES = 1000;
/** The sums of a code cover at most this many orders, the newest ones. */
export const SUMMED_ORDERS = 1000;

const at = z.string();
const wholeNumber = text(15).check(z.regex(/^[1-9]\d{0,14}$/));
const upTo = (most: number) => z.int().check(z.positive(), z.lte(most));
const names = z.object({ ru: z.string(), uk: z.string(), en: z.string() });

/** planned: not yet in force; ended: past its end date; stopped: ended by an operator. */
export const DISCOUNT_STATES = ['running', 'planned', 'ended', 'stopped'] as const;
const discountState = z.enum(DISCOUNT_STATES);

/** The filters of the list, in the form that they have in the page's address. */
export const discountsQuery = z.strictObject({
  /** Codes older than id `before`, or newer than id `after`. Without both, the newest. */
  before: z.optional(wholeNumber),
  after: z.optional(wholeNumber),
  /** First characters of a code; the case is ignored. */
  code: z.optional(text(35).check(z.regex(/^[A-Za-z0-9-]{1,35}$/))),
  state: z.optional(discountState),
  /** Id of a batch, to list its single-use codes. */
  batch: z.optional(wholeNumber),
});
export type DiscountsQuery = z.output<typeof discountsQuery>;

const discount = z.object({
  id: z.int(),
  /** The single-use codes of a batch lack their middle. */
  code: z.string(),
  state: discountState,
  percentBasisPoints: z.nullable(z.int()),
  fixedCents: z.nullable(z.int()),
  /** Null when the code applies to every kind of purchase. */
  productTypes: z.nullable(z.array(z.enum(PURCHASE_TYPES))),
  goodsIds: z.nullable(z.array(z.int())),
  perAccountLimit: z.nullable(z.int()),
  totalLimit: z.nullable(z.int()),
  startsAt: z.nullable(at),
  endsAt: z.nullable(at),
  createdAt: at,
  /** Paid orders with this code, counted up to `MOST_COUNTED`. */
  uses: z.int(),
  /**
   * The batch to which this code belongs: the id of its first code, and its number of codes. Null
   * for a code outside a batch.
   */
  batch: z.nullable(z.object({ id: z.int(), codes: z.int() })),
});
export type DiscountRow = z.infer<typeof discount>;

export const discountsReply = z.object({
  discounts: z.array(discount),
  /** Cursors of the next older and newer page. Null when there is no such page. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type DiscountsReply = z.infer<typeof discountsReply>;

export const discountParams = z.strictObject({ id: wholeNumber });

const daySum = z.object({
  /** Day in UTC. */
  day: z.string(),
  uses: z.int(),
  paidCents: z.int(),
  discountCents: z.int(),
  refundedCents: z.int(),
});
export type DiscountDay = z.infer<typeof daySum>;

const example = z.object({
  /** Null when coins are bought. */
  names: z.nullable(names),
  coins: z.int(),
  bonusCoins: z.int(),
  priceCents: z.int(),
  discountCents: z.int(),
  totalCents: z.int(),
});
/** The purchase whose cases have the highest expected return with a code. */
const strongest = z.object({
  case: names,
  good: names,
  priceCents: z.int(),
  totalCents: z.int(),
  /**
   * Expected return if all prizes are swapped, in hundredths of a percent. At 10,000 and above,
   * opening mints coins.
   */
  returned: z.int(),
});

/** Effect of a code on the prices of today's catalogue. */
export const discountEffect = z.object({
  /** At most three, from cheap to expensive. */
  examples: z.array(example),
  strongest: z.nullable(strongest),
  /** Whether the banner of the landing page shows this code. */
  isOnBanner: z.boolean(),
});
export type DiscountEffect = z.infer<typeof discountEffect>;

export const discountReply = z.object({
  discount,
  effect: discountEffect,
  /** Names of the goods to which the code applies. */
  goods: z.array(z.object({ id: z.int(), names })),
  /** The newest day first. */
  days: z.array(daySum),
  /** Whether the code has more orders than `SUMMED_ORDERS`, so that the sums lack the oldest. */
  isCut: z.boolean(),
});
export type DiscountReply = z.infer<typeof discountReply>;

/** Goods to which a code can apply: those that cost euro. */
export const discountGoodsReply = z.object({ goods: z.array(z.object({ id: z.int(), names })) });

const moment = z.nullable(text(40, 'discountTime').check(z.iso.datetime(code('discountTime'))));
const limit = z.nullable(upTo(1_000_000));

const terms = {
  takes: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('percent'), basisPoints: upTo(10_000) }),
    z.strictObject({ kind: z.literal('fixed'), cents: upTo(1_000_000) }),
  ]),
  /** Null when the code applies to every kind of purchase. */
  productTypes: z.nullable(z.array(z.enum(PURCHASE_TYPES)).check(z.minLength(1), z.maxLength(5))),
  /** Null when the code applies to all goods. */
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
/** Makes a batch of codes that work once each. */
export const makeBatchBody = z.strictObject({
  prefix: text(20, 'discountCode').check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,20}$/, code('discountCode'))),
  codes: upTo(BATCH_MAX_CODES),
  ...terms,
});
export type MakeBatchBody = z.output<typeof makeBatchBody>;
export type DiscountTerms = Pick<MakeDiscountBody, Exclude<keyof typeof terms, 'reason'>>;

export const stopDiscountBody = z.strictObject({ reason });
export const prolongDiscountBody = z.strictObject({
  /** Null when the code has no end. */
  endsAt: moment,
  /** The end that the operator saw. If the stored end differs, the act is refused. */
  from: moment,
  reason,
});

export const discountMadeReply = z.object({ id: z.int() });
export const batchMadeReply = z.object({
  /** Id of the first code of the batch. */
  id: z.int(),
  /** The codes in full. Only the first answer has them. */
  codes: z.optional(z.array(z.string())),
});
