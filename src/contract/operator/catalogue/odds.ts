import { RARITIES } from '#/contract/cases.ts';
import { TICKETS } from '#/contract/fair.ts';
import type { CaseFile } from './caseSchema.ts';

/**
 * Exact mathematics of odds: sums are integers, and each fraction is divided once, at the end, and
 * rounded half up to hundredths. So the editor and the server always agree.
 */

/** The fields of an item that decide its odds. */
export type OddsItem = Pick<
  CaseFile['items'][number],
  'tickets' | 'isSwapAvailable' | 'premiumCoinsPrice' | 'color'
>;

/** Rounds a fraction to hundredths, half up: 18.6 is 1860. */
export function hundredths(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 200n + denominator) / (denominator * 2n));
}

const ALL = BigInt(TICKETS);
const priceOf = ({ isSwapAvailable, premiumCoinsPrice }: OddsItem) =>
  BigInt(isSwapAvailable ? premiumCoinsPrice : 0);

/** The tickets of all items together; a million in a finished table. */
export const sumOfTickets = (items: readonly OddsItem[]): number =>
  items.reduce((sum, { tickets }) => sum + tickets, 0);

/** Coins that a million openings pay on average, if every convertible prize is swapped. */
export const swapCoinsOfMillion = (items: readonly OddsItem[]): bigint =>
  items.reduce((sum, item) => sum + BigInt(item.tickets) * priceOf(item), 0n);

/** Expected swap value of an opening, in hundredths of a coin (O17). */
export const expectedSwap = (items: readonly OddsItem[]): number =>
  hundredths(swapCoinsOfMillion(items), ALL);

/** Share of the openings whose prize cannot be swapped, in hundredths of a percent. */
export const unswappableShare = (items: readonly OddsItem[]): number =>
  hundredths(BigInt(sumOfTickets(items.filter(({ isSwapAvailable }) => !isSwapAvailable))) * 100n, ALL);

/** Share of the expected return that an item pays, in hundredths of a percent. */
export function shareOfReturn(item: OddsItem, items: readonly OddsItem[]): number {
  const whole = swapCoinsOfMillion(items);
  return whole === 0n ? 0 : hundredths(BigInt(item.tickets) * priceOf(item) * 100n, whole);
}

/** Chance of at least one prize that is rare or better, in hundredths of a percent. */
export function chanceOfRare(items: readonly OddsItem[], openings: number): number {
  const rare = items.filter(({ color }) => RARITIES.indexOf(color) >= RARITIES.indexOf('rare'));
  const others = ALL - BigInt(sumOfTickets(rare));
  const every = ALL ** BigInt(openings);
  return hundredths((every - others ** BigInt(openings)) * 100n, every);
}

/** Standard deviation of the swap value of an opening, in hundredths of a coin. */
export function deviation(items: readonly OddsItem[]): number {
  const squares = items.reduce((sum, item) => sum + BigInt(item.tickets) * priceOf(item) ** 2n, 0n);
  const variance = squares * ALL - swapCoinsOfMillion(items) ** 2n;
  // converts millionths to hundredths; one more bit decides the rounding at the half
  return variance <= 0n ? 0 : Number((rootOf((variance * 40_000n) / ALL ** 2n) + 1n) / 2n);
}

/** The integer square root, rounded down. */
function rootOf(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (let next = root; ; root = next) {
    next = (root + square / root) / 2n;
    if (next >= root) return root;
  }
}

/**
 * Distributes the missing tickets up to a million over the unlocked rows, in proportion to their
 * tickets, by the largest remainder. Every row keeps at least one ticket.
 * @returns the tickets of all rows; null if the locked rows leave too few
 */
export function spreadRest(rows: readonly { tickets: number; isLocked: boolean }[]): number[] | null {
  const open = rows.flatMap(({ tickets, isLocked }, at) =>
    isLocked ? [] : [{ at, tickets: Math.max(tickets, 0) }],
  );
  const locked = rows.reduce((sum, row) => sum + (row.isLocked ? row.tickets : 0), 0);
  const rest = TICKETS - locked - open.length;
  if (open.length === 0 || rest < 0) return null;
  const weights = open.map(({ tickets }) => Math.max(tickets - 1, 0));
  const known = weights.reduce((sum, weight) => sum + weight, 0);
  const whole = BigInt(known || open.length);
  const parts = open.map(({ at, tickets: before }, place) => {
    const exact = BigInt(rest) * BigInt(known ? weights[place]! : 1);
    return { at, before, tickets: 1 + Number(exact / whole), remainder: exact % whole };
  });
  const left = rest - parts.reduce((sum, { tickets }) => sum + tickets - 1, 0);
  const first = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? b.before - a.before || a.at - b.at : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of first.slice(0, left)) part.tickets += 1;
  const spread = rows.map(({ tickets }) => tickets);
  for (const { at, tickets } of parts) spread[at] = tickets;
  return spread;
}
