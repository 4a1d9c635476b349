/** The value below which a share of sorted values lies. */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
export const p99 = (values: readonly number[]): number => at(sorted(values), 0.99);
export const middle = (values: readonly number[]): number => at(sorted(values), 0.5);
export const rounded = (value: number): number => Number(value.toFixed(3));
