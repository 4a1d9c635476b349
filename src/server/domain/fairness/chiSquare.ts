/** A group of prizes with its expected and its observed count. */
export interface Group {
  expected: number;
  observed: number;
}

/** Smallest expected count of a group; below it the distribution is no longer chi-square. */
const MIN_EXPECTED = 5;
const PRECISION = 1e-15;
const MAX_STEPS = 100_000;

/**
 * Returns the probability, 0 to 1, that chance alone makes the observed counts differ this much or more from the
 * expected ones. The rarest groups are merged until each has an expected count of five.
 * @returns null if fewer than two such groups remain
 */
export function chiSquarePValue(groups: readonly Group[]): number | null {
  const merged = mergeRare(groups);
  if (merged.length < 2) return null;
  const distance = merged.reduce(
    (sum, { expected, observed }) => sum + (observed - expected) ** 2 / expected,
    0,
  );
  return upperGamma((merged.length - 1) / 2, distance / 2);
}

function mergeRare(groups: readonly Group[]): Group[] {
  const merged: Group[] = [];
  let open: Group = { expected: 0, observed: 0 };
  for (const { expected, observed } of groups.toSorted((a, b) => a.expected - b.expected)) {
    open = { expected: open.expected + expected, observed: open.observed + observed };
    if (open.expected < MIN_EXPECTED) continue;
    merged.push(open);
    open = { expected: 0, observed: 0 };
  }
  const last = merged.pop();
  if (!last) return [];
  return [...merged, { expected: last.expected + open.expected, observed: last.observed + open.observed }];
}

/** The regularised upper incomplete gamma function Q(shape, x) for shape > 0, x >= 0. */
export function upperGamma(shape: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  return x < shape + 1 ? 1 - front * lowerSeries(shape, x) : front * upperFraction(shape, x);
}

function lowerSeries(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let step = 1; step < MAX_STEPS && term > sum * PRECISION; step++) {
    term *= x / (shape + step);
    sum += term;
  }
  return sum;
}

/** Lentz's continued fraction. */
function upperFraction(shape: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - shape;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let step = 1; step < MAX_STEPS; step++) {
    const a = -step * (step - shape);
    b += 2;
    d = 1 / (a * d + b || tiny);
    c = b + a / c || tiny;
    const change = c * d;
    fraction *= change;
    if (Math.abs(change - 1) < PRECISION) break;
  }
  return fraction;
}

/** Stirling's series for ln Γ(x), exact to 14 digits; x > 0. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 10; at++) shift += Math.log(at);
  const square = at * at;
  const correction =
    (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * square)) / square) / square) / square) / at;
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + correction - shift;
}
