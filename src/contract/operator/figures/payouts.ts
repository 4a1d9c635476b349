import * as z from 'zod/mini';
import { text } from '#/contract/kernel/text.ts';
import { reason } from '../people/people.ts';
import { isRange, rangeFields } from './dashboard.ts';

/** pending, inTransit: on the way to the shop's bank; failed, cancelled: it does not arrive. */
export const PAYOUT_STATUSES = ['pending', 'inTransit', 'paid', 'failed', 'cancelled'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export const PAYOUT_LINE_KINDS = ['charge', 'refund', 'dispute', 'fee', 'adjustment'] as const;
export type PayoutLineKind = (typeof PAYOUT_LINE_KINDS)[number];

/**
 * read: all lines are stored; reading: some are missing; later: the provider has not finished them; never: the provider
 * does not tell them, for example of a payout that was made by hand.
 */
export const PAYOUT_LINES_STATES = ['read', 'reading', 'later', 'never'] as const;

/**
 * matched: the site knows the same amount; differs: it knows another amount of the order; unmatched: it knows no such
 * order; free: fees and adjustments belong to no order.
 */
export const PAYOUT_MATCHES = ['matched', 'differs', 'unmatched', 'free'] as const;

export const PAYOUTS_PAGE_ROWS = 50;
export const PAYOUT_LINES_PAGE_ROWS = 50;
/** Most open lines that stand above the other lines of a payout. */
export const OPEN_LINES_MOST = 200;

const wholeNumber = text(15).check(z.regex(/^[1-9]\d{0,14}$/));
const cents = z.int();
const at = z.string();

export const payoutsQuery = z
  .strictObject({
    /** Days of arrival (UTC). */
    ...rangeFields,
    /** Only payouts that need a look, of all days. */
    mark: z.optional(z.literal('open')),
    /** Payouts that arrived before the one with id `before`, or after the one with id `after`. */
    before: z.optional(wholeNumber),
    after: z.optional(wholeNumber),
  })
  .check(z.refine(isRange, { path: ['to'] }));
export type PayoutsQuery = z.output<typeof payoutsQuery>;

const payout = z.object({
  id: z.int(),
  provider: z.string(),
  /** The provider's id. */
  ref: z.string(),
  /** Money that arrives at the shop's bank. Negative if the provider takes money from there. */
  amountCents: cents,
  /** ISO 4217. The amounts of the lines have the same currency. */
  currency: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  createdAt: at,
  arrivesAt: at,
  linesState: z.enum(PAYOUT_LINES_STATES),
  /** Number of lines stored so far. */
  lines: z.int(),
  /** Net amounts of matched lines. */
  matchedCents: cents,
  /** Lines without an order, or with another amount than the site knows, and their net amounts. */
  openLines: z.int(),
  openCents: cents,
  /** The payout minus the net amounts of its lines. Null until all lines are read. */
  differenceCents: z.nullable(cents),
  /** Whether the payout needs a look: open lines, or a difference that nobody has accepted. */
  isOpen: z.boolean(),
});
export type PayoutRow = z.infer<typeof payout>;

/** What is known about the payouts of a provider. */
const payoutSource = z.object({
  provider: z.string(),
  /** Whether the provider tells its payouts. */
  isTold: z.boolean(),
  /** Time of the last complete fetch. */
  fetchedAt: z.nullable(at),
  /** Time and error of the last fetch if it failed. */
  failedAt: z.nullable(at),
  error: z.nullable(z.string()),
  /** Time of the next fetch. */
  nextAt: z.nullable(at),
});
export type PayoutSource = z.infer<typeof payoutSource>;

export const payoutsReply = z.object({
  payouts: z.array(payout),
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
  sources: z.array(payoutSource),
  /** Payouts of all days that need a look, counted up to `MOST_COUNTED`. */
  open: z.int(),
  /** Orders paid on these days that no payout holds, counted up to `MOST_COUNTED`. */
  missing: z.int(),
});
export type PayoutsReply = z.infer<typeof payoutsReply>;

export const missingQuery = z
  .strictObject({
    /** Days of payment (UTC). */
    ...rangeFields,
    /** Orders older than the one with id `before`, or newer than the one with id `after`. */
    before: z.optional(wholeNumber),
    after: z.optional(wholeNumber),
  })
  .check(z.refine(isRange, { path: ['to'] }));
export type MissingQuery = z.output<typeof missingQuery>;

const missingOrder = z.object({
  id: z.int(),
  /** Public id. */
  order: z.string(),
  /** Number for people. */
  orderNumber: z.string(),
  paidAt: at,
  provider: z.string(),
  totalCents: cents,
});
export type MissingOrder = z.infer<typeof missingOrder>;
/** Orders that no payout holds, although their provider has paid out for two weeks since. */
export const missingReply = z.object({
  orders: z.array(missingOrder),
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type MissingReply = z.infer<typeof missingReply>;

export const payoutParams = z.strictObject({ id: wholeNumber });
export const payoutQuery = z.strictObject({
  /** Lines before the one with id `before`, or after the one with id `after`. */
  before: z.optional(wholeNumber),
  after: z.optional(wholeNumber),
});
export type PayoutQuery = z.output<typeof payoutQuery>;

const payoutLine = z.object({
  id: z.int(),
  ref: z.string(),
  kind: z.enum(PAYOUT_LINE_KINDS),
  at,
  /** Public id of the order. */
  order: z.nullable(z.string()),
  /** Number of that order for people. */
  orderNumber: z.nullable(z.string()),
  /** The provider's id of the payment, the refund or the dispute. */
  cause: z.nullable(z.string()),
  /** The provider's own words. */
  note: z.nullable(z.string()),
  grossCents: cents,
  feeCents: cents,
  netCents: cents,
  /** The gross amount that the site knows. Null without an order, or in another currency. */
  expectedCents: z.nullable(cents),
  match: z.enum(PAYOUT_MATCHES),
});
export type PayoutLineRow = z.infer<typeof payoutLine>;

export const payoutReply = z.object({
  payout,
  /** The payout's page at the provider. */
  pageUrl: z.nullable(z.string()),
  /** Who accepted the differences, and when. */
  accepted: z.nullable(z.object({ at, by: z.nullable(z.string()) })),
  sums: z.array(
    z.object({
      kind: z.enum(PAYOUT_LINE_KINDS),
      lines: z.int(),
      grossCents: cents,
      feeCents: cents,
      netCents: cents,
    }),
  ),
  /** The first `OPEN_LINES_MOST` lines that need a look. */
  open: z.array(payoutLine),
  lines: z.array(payoutLine),
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type PayoutReply = z.infer<typeof payoutReply>;

export const acceptPayoutBody = z.strictObject({
  reason,
  /** Open lines and difference that the operator saw. */
  openLines: z.int(),
  differenceCents: z.int(),
});
export type AcceptPayoutBody = z.output<typeof acceptPayoutBody>;
