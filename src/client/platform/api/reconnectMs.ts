interface Patience {
  firstMs: number;
  growth: number;
  lastMs: number;
}

/**
 * How long to wait before the next try, ms: longer after each failure in a row, and scattered over half to all of
 * that, so that all pages do not come back in the same moment.
 * @param failures in a row before this one
 * @param chance 0 to 1
 */
export function reconnectMs(failures: number, chance: number, { firstMs, growth, lastMs }: Patience): number {
  const fullMs = Math.min(lastMs, firstMs * growth ** failures);
  return fullMs * (0.5 + chance / 2);
}
