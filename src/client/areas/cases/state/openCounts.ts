import { OPEN_COUNTS } from '#/contract/cases.ts';

/** Several cases can be opened at once from this stock on (C6). */
export const SEVERAL_FROM: number = OPEN_COUNTS[0];

/** Up to this count every piece has a reel of its own (R5). */
const MOST_REELS = 10;

/** Number of reels for an opening of so many pieces; null is one piece. */
export function reelRows(count: number | null): number {
  return count !== null && count <= MOST_REELS ? count : 1;
}

/** The largest count that a stock allows; null if it allows none (C6). */
export function largestCount(stock: number): number | null {
  return OPEN_COUNTS.findLast((count) => count <= stock) ?? null;
}

/**
 * The number of cases to open at once: the chosen one, limited by the stock.
 * @param chosen null for one case
 */
export function countInForce(chosen: number | null, stock: number): number | null {
  if (chosen === null || chosen <= stock) return chosen;
  return largestCount(stock);
}
