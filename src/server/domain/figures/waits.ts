/** Number of steps in which a wait doubles. A median is then exact to a tenth. */
const STEPS = 4;

/** SQL of the step of a wait in seconds. `secondsOf` returns the upper end of a step. */
export const waitStep = (seconds: string): string =>
  `greatest(0, ceil(${STEPS} * ln(greatest(1, ${seconds})::float8) / ln(2::float8)))::int`;

const secondsOf = (step: number): number => 2 ** (step / STEPS);

/**
 * The median of waits that were counted in steps, in seconds.
 * @param counts number of waits in each step
 * @returns null if there are no waits
 */
export function medianWait(counts: ReadonlyMap<number, number>): number | null {
  const steps = [...counts].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
  const half = steps.reduce((sum, [, count]) => sum + count, 0) / 2;
  let passed = 0;
  for (const [step, count] of steps) {
    passed += count;
    // the middle of the step on the logarithmic scale
    if (passed >= half) return Math.round(secondsOf(Math.max(0, step - 0.5)));
  }
  return null;
}

/** The longest wait, in seconds, rounded up to the end of its step. */
export function longestWait(counts: ReadonlyMap<number, number>): number | null {
  const steps = [...counts].filter(([, count]) => count > 0).map(([step]) => step);
  return steps.length === 0 ? null : Math.round(secondsOf(Math.max(...steps)));
}
