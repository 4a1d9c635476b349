import { describe, expect, test } from 'vitest';
import { chiSquarePValue, upperGamma } from '#/server/domain/fairness/chiSquare.ts';
import { randomOf } from '../../../support/app/random.ts';

describe('PF1 how probable a difference is', () => {
  // chi-square, degrees of freedom, p: as tables have them
  test.each([
    [3.841_458_820_694_124, 1, 0.05],
    [6.634_896_601_021_217, 1, 0.01],
    [5.991_464_547_107_979, 2, 0.05],
    [9.487_729_036_781_154, 4, 0.05],
    [11.070_497_693_516_351, 5, 0.05],
    [20.515_005_652_432_876, 5, 0.001],
    [43.772_971_825_742_2, 30, 0.05],
    [124.342_113_404_004_1, 100, 0.05],
    [149.449_252_779_038_8, 100, 0.001],
  ])('chi-square %d with %i degrees of freedom: %d', (distance, degrees, p) => {
    expect(upperGamma(degrees / 2, distance / 2)).toBeCloseTo(p, 10);
  });

  test.each([
    [2, 2, Math.exp(-1)],
    [40, 2, Math.exp(-20)],
    [1400, 2, Math.exp(-700)],
  ])('chi-square %d with %i degrees of freedom is exactly known', (distance, degrees, p) => {
    expect(upperGamma(degrees / 2, distance / 2) / p).toBeCloseTo(1, 10);
  });

  test('no difference at all is certain', () => {
    expect(chiSquarePValue([5, 50, 45].map((count) => ({ expected: count, observed: count })))).toBe(1);
  });

  test('groups of which less than five are expected are put together, the rarest first', () => {
    const rare = [
      { expected: 90, observed: 80 },
      { expected: 1, observed: 4 },
      { expected: 5, observed: 9 },
      { expected: 4, observed: 7 },
    ];
    const merged = [
      { expected: 90, observed: 80 },
      { expected: 5, observed: 11 },
      { expected: 5, observed: 9 },
    ];
    expect(chiSquarePValue(rare)).toBe(chiSquarePValue(merged));
    // what is left over goes to the last group
    expect(chiSquarePValue([...Array(5)].map(() => ({ expected: 2, observed: 2 })))).toBeNull();
    expect(chiSquarePValue([...Array(7)].map(() => ({ expected: 2, observed: 2 })))).toBe(1);
  });

  test.each([
    ['no draws', [0, 0, 0]],
    ['one group', [100]],
    ['too few draws', [4, 4]],
  ])('%s say nothing', (_, expected) => {
    expect(chiSquarePValue(expected.map((count) => ({ expected: count, observed: count })))).toBeNull();
  });

  test('fair counts are rarely improbable, and a share of one percent moved is found', () => {
    const { below } = randomOf(8);
    const shares = [600_000, 300_000, 90_000, 9_990, 10];
    const draw = () => {
      const observed = shares.map(() => 0);
      for (let at = 0; at < 20_000; at++) {
        let ticket = below(1_000_000);
        const item = shares.findIndex((share) => (ticket -= share) < 0);
        observed[item]! += 1;
      }
      return observed;
    };
    const groupsOf = (observed: number[]) =>
      observed.map((count, item) => ({ expected: (20_000 * shares[item]!) / 1_000_000, observed: count }));
    const samples = Array.from({ length: 40 }, draw);
    const values = samples.map((observed) => chiSquarePValue(groupsOf(observed))!);
    expect(values.filter((p) => p < 0.0001)).toEqual([]);
    expect(values.filter((p) => p < 0.5).length).toBeGreaterThan(8);
    const [a = 0, b = 0, c = 0, ...rest] = samples[0]!;
    expect(chiSquarePValue(groupsOf([a + 200, b, c - 200, ...rest]))).toBeLessThan(0.0001);
  });
});
