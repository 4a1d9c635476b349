import { OPEN_COUNTS } from '#/contract/cases.ts';

/** From this stock on several can be opened at once (C6). */
export const SEVERAL_FROM: number = OPEN_COUNTS[0];

/** The largest count that a stock allows; null where it allows none (C6). */
export function largestCount(stock: number): number | null {
  return OPEN_COUNTS.findLast((count) => count <= stock) ?? null;
}

/**
 * How many are opened at once with what was chosen and the stock there is now: never more than that allows.
 * @param chosen null: several are not wished for
 */
export function countInForce(chosen: number | null, stock: number): number | null {
  if (chosen === null || chosen <= stock) return chosen;
  return largestCount(stock);
}
