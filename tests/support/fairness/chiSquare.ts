/** Chi-square of counts against their expected shares. */
export function chiSquare(counts: readonly number[], shareOf: (at: number) => number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count, at) => {
    const expected = total * shareOf(at);
    return sum + (count - expected) ** 2 / expected;
  }, 0);
}
