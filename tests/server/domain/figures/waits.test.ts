import { expect, test } from 'vitest';
import { longestWait, medianWait } from '#/server/domain/figures/waits.ts';

/** The step that the database counts a wait of these seconds in. */
const stepOf = (seconds: number) => Math.max(0, Math.ceil((4 * Math.log(Math.max(1, seconds))) / Math.LN2));
const counted = (waits: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const wait of waits) counts.set(stepOf(wait), (counts.get(stepOf(wait)) ?? 0) + 1);
  return counts;
};

test('O24 the median of counted waits is right to a tenth, the longest to a fifth', () => {
  for (const middle of [2, 40, 61, 3600, 86_400, 1_000_000]) {
    const counts = counted([1, middle / 2, middle, middle * 3, middle * 9]);
    expect(Math.abs(medianWait(counts)! / middle - 1)).toBeLessThan(middle > 10 ? 0.1 : 0.3);
    expect(longestWait(counts)! / (middle * 9)).toBeGreaterThanOrEqual(0.99);
    expect(longestWait(counts)! / (middle * 9)).toBeLessThan(1.2);
  }
});

test('O24 nothing handed over has no median', () => {
  expect(medianWait(new Map())).toBeNull();
  expect(longestWait(new Map([[4, 0]]))).toBeNull();
});
