/** How Lighthouse 12 scores a page on a phone: the values that score 90 and 50, and their weight. */
const CURVES = {
  fcpMs: { p10: 1800, median: 3000, weight: 10 },
  speedIndexMs: { p10: 3387, median: 5800, weight: 10 },
  lcpMs: { p10: 2500, median: 4000, weight: 25 },
  blockedMs: { p10: 200, median: 600, weight: 30 },
  cls: { p10: 0.1, median: 0.25, weight: 25 },
} as const;

type Measured = Record<keyof typeof CURVES, number>;

/** The number whose erfc is a fifth. */
const AT_P10 = 0.9061938024368232;

/** The performance score, 0 to 100, as Lighthouse rounds it. */
export function lighthouseScore(measured: Measured): number {
  const parts = Object.entries(CURVES).map(
    ([name, { p10, median, weight }]) =>
      weight * logNormalScore(measured[name as keyof Measured], p10, median),
  );
  return Math.round(parts.reduce((sum, part) => sum + part, 0));
}

/** The share of pages that are worse, when 10 % are better than `p10` and half are better than `median`. */
function logNormalScore(value: number, p10: number, median: number): number {
  if (value <= 0) return 1;
  const place = (Math.log(value / median) * AT_P10) / -Math.log(p10 / median);
  return Math.min(1, Math.max(0, (1 - erf(place)) / 2));
}

/** Abramowitz and Stegun, formula 7.1.26. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const sum =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}
