import * as z from 'zod/mini';
import { text } from '#/contract/kernel/text.ts';
import { daysIn, MOST_DAYS } from './dayRange.ts';

/** A day in UTC, of this century. */
export const day = text(10).check(z.regex(/^20\d\d-/), z.iso.date());
export const serverKey = text(60).check(z.regex(/^[a-z0-9-]{1,60}$/));

/** Query fields of a range of days. */
export const rangeFields = { from: day, to: day };

/** @returns whether a range begins before it ends and is not too long */
export const isRange = (range: { from: string; to: string }): boolean =>
  daysIn(range) >= 1 && daysIn(range) <= MOST_DAYS;

export const dashboardQuery = z
  .strictObject({ ...rangeFields, server: z.optional(serverKey) })
  .check(z.refine(isRange, { path: ['to'] }));
export type DashboardQuery = z.output<typeof dashboardQuery>;

const cents = z.int();
const coins = z.int();
const count = z.int();
const names = z.object({ ru: z.string(), uk: z.string(), en: z.string() });
const share = z.nullable(z.number());

const tiles = z.object({
  paidCents: cents,
  refundedCents: cents,
  chargedBackCents: cents,
  netCents: cents,
  /** Paid orders in euro. */
  orders: count,
  /** Number of distinct players who paid. */
  payers: count,
  averageCents: z.nullable(cents),
  /** Share of the carts of these days that were paid: 0 to 1. */
  conversion: share,
  openings: count,
  /** Coins paid back by swaps, as a share of the price of the opened cases: 0.8 is 80 %. */
  returned: share,
  /** Coins in all wallets at the end of the range. */
  walletCoins: coins,
  owedCoins: coins,
  handedOver: count,
  medianSeconds: z.nullable(count),
  signUps: count,
  confirmed: count,
});
export type Tiles = z.infer<typeof tiles>;

/** Causes for which coins were issued or spent. */
export const COIN_CAUSES = ['bought', 'bonus', 'prizes', 'gifts', 'restored'] as const;
export const COIN_ENDS = ['shop', 'takenBack'] as const;

export const dashboardReply = z.object({
  from: z.string(),
  to: z.string(),
  before: z.object({ from: z.string(), to: z.string() }),
  /** The figures of the site reach back to the first day of `before`, so both ranges can be compared. */
  isBeforeWhole: z.boolean(),
  servers: z.array(z.object({ key: z.string(), names })),
  /** The history is still being counted, so older days are incomplete. */
  isCounting: z.boolean(),
  tiles,
  tilesBefore: tiles,
  /** Money by day and provider, without days that have none. */
  money: z.array(
    z.object({
      day: z.string(),
      provider: z.string(),
      paidCents: cents,
      refundedCents: cents,
      chargedBackCents: cents,
    }),
  ),
  /** Steps of the carts that were made on these days. */
  funnel: z.object({ carts: count, orders: count, paid: count, granted: count }),
  /** Openings by case, the most opened first. */
  openings: z.array(z.object({ caseId: z.int(), names, count })),
  issued: z.array(z.object({ cause: z.enum(COIN_CAUSES), coins })),
  spent: z.array(z.object({ cause: z.enum(COIN_ENDS), coins })),
  handedOver: z.array(z.object({ server: z.string(), count, medianSeconds: count, longestSeconds: count })),
  /** Players online by hour or by day. An hour or day that is not over is left out, unless it is the only one. */
  online: z.array(z.object({ at: z.string(), average: z.number(), peak: count })),
});
export type Dashboard = z.infer<typeof dashboardReply>;
