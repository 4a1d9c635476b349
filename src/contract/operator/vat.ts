import * as z from 'zod/mini';
import { text } from '#/contract/kernel/text.ts';
import { reason } from './people/people.ts';
import { day, isRange, rangeFields, serverKey } from './figures/dashboard.ts';

/** Parts of a rate of 100 %. */
export const WHOLE_BASIS_POINTS = 10_000;
export const DOUBTS_PAGE_ROWS = 50;

/** Reads a rate in percent that an operator types, "21" or "25,5". @returns basis points; undefined if the text is no rate */
export function basisPointsOf(typed: string): number | undefined {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s%]/g, ''));
  if (!match) return undefined;
  const basisPoints = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return basisPoints <= WHOLE_BASIS_POINTS ? basisPoints : undefined;
}

/** ISO 3166-1 alpha-2. The server knows the list, which few pages need. */
const country = text(2).check(z.regex(/^[A-Z]{2}$/));
const cents = z.int();

export const vatQuery = z
  .strictObject({ ...rangeFields, server: z.optional(serverKey) })
  .check(z.refine(isRange, { path: ['to'] }));
export type VatQuery = z.output<typeof vatQuery>;

/** Money of a month (UTC) from buyers of one country at one rate. */
const vatRow = z.object({
  /** As 2026-01. */
  month: z.string(),
  /** Null for orders whose country is not known. */
  country: z.nullable(z.string()),
  /** Null if the country is unknown or has no confirmed rate for the day of the payment. Net and VAT are then unknown. */
  basisPoints: z.nullable(z.int()),
  orders: z.int(),
  grossCents: cents,
  netCents: z.nullable(cents),
  vatCents: z.nullable(cents),
  /** Refunds and charge-backs of these months, at the country and rate of their orders. */
  refunds: z.int(),
  refundedGrossCents: cents,
  refundedNetCents: z.nullable(cents),
  refundedVatCents: z.nullable(cents),
});
export type VatRow = z.infer<typeof vatRow>;

export const vatReply = z.object({
  rows: z.array(vatRow),
  /** Paid orders of these days whose country is doubtful, counted up to a thousand. */
  doubts: z.int(),
});
export type VatReply = z.infer<typeof vatReply>;

const cursor = text(15).check(z.regex(/^[1-9]\d{0,14}$/));
export const doubtsQuery = z
  .strictObject({
    ...rangeFields,
    server: z.optional(serverKey),
    /** Orders older than cursor `before`, or newer than cursor `after`. */
    before: z.optional(cursor),
    after: z.optional(cursor),
  })
  .check(z.refine(isRange, { path: ['to'] }));
export type DoubtsQuery = z.output<typeof doubtsQuery>;

const doubt = z.object({
  id: z.string(),
  /** Number of the order for people. */
  number: z.string(),
  /** ISO 8601. */
  paidAt: z.string(),
  totalCents: cents,
  provider: z.nullable(z.string()),
  /** The country that the only piece names. Null without one, and when pieces contradict each other. */
  country: z.nullable(z.string()),
  places: z.array(
    z.object({ kind: z.enum(['billing', 'card', 'network', 'declared']), country: z.string() }),
  ),
});
export type Doubt = z.infer<typeof doubt>;
export const doubtsReply = z.object({
  doubts: z.array(doubt),
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type DoubtsReply = z.infer<typeof doubtsReply>;

const set = { country, from: day, basisPoints: z.int() };
export type SetVatRate = z.infer<z.ZodMiniObject<typeof set>>;
/** `isConfirmed`: false for an imported rate until an owner confirms it. No VAT is computed with it. */
const rate = z.object({ ...set, isConfirmed: z.boolean() });
export type VatRate = z.infer<typeof rate>;
export const vatRatesReply = z.object({
  rates: z.array(rate),
  /** The standard rates of the EU that can be imported, to be compared with the law. */
  starting: z.array(z.object(set)),
});
export type VatRatesReply = z.infer<typeof vatRatesReply>;

/** A rate as an owner types it. */
export const typedRate = z.strictObject({
  country,
  from: day,
  basisPoints: z.int().check(z.gte(0), z.lte(WHOLE_BASIS_POINTS)),
  reason,
});
export const setRateBody = z.extend(typedRate, {
  /** The rate of this country and day that the owner saw; null for none. */
  replaces: z.nullable(z.strictObject({ basisPoints: z.int(), isConfirmed: z.boolean() })),
});
export type SetRateBody = z.output<typeof setRateBody>;
export const importRatesBody = z.strictObject({ reason });
export const importRatesReply = z.object({ added: z.int() });

export const settleCountryBody = z.strictObject({
  country,
  /** The country of the order that the operator saw, and whether it was settled. */
  seen: z.strictObject({ country: z.nullable(country), isSettled: z.boolean() }),
  reason,
});
export type SettleCountryBody = z.output<typeof settleCountryBody>;
export const settleCountryReply = z.object({ country: z.string() });
