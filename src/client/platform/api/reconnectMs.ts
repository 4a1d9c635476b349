interface Patience {
  firstMs: number;
  growth: number;
  lastMs: number;
}

/**
 * Delay before the next attempt, ms. It grows with each failure in a row, and is random between half and all of that,
 * so that not all pages reconnect at once.
 * @param failures in a row before this one
 * @param chance 0 to 1
 */
export function reconnectMs(failures: number, chance: number, { firstMs, growth, lastMs }: Patience): number {
  const fullMs = Math.min(lastMs, firstMs * growth ** failures);
  return fullMs * (0.5 + chance / 2);
}
