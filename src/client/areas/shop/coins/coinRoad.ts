import type { CoinRules } from './coinAmount.ts';

/** Between two signs the thumb stops so often, more or less. */
const STOPS = 24;
const SIGNS_WITHOUT_TIERS = [100, 1000, 10_000];

/**
 * The road of the slider (S3): signs at 0, where each bonus begins, and at the end. Each stretch has about as many
 * stops, all of them round numbers, so that small sums can be driven to as finely as large ones.
 */
export function coinRoadOf({ mostCoins, tiers }: CoinRules): { signs: number[]; stops: number[] } {
  const between = tiers.length > 0 ? tiers.map(({ fromCoins }) => fromCoins) : SIGNS_WITHOUT_TIERS;
  const signs = [0, ...new Set(between.filter((coins) => coins > 0 && coins < mostCoins)), mostCoins];
  const stops = signs.flatMap((from, at) => {
    const to = signs[at + 1];
    if (to === undefined) return [from];
    const step = roundStep((to - from) / STOPS);
    const first = (Math.floor(from / step) + 1) * step;
    const count = Math.max(0, Math.ceil((to - first) / step));
    return [from, ...Array.from({ length: count }, (_, index) => first + index * step)];
  });
  return { signs, stops };
}

/** The 1, 2 or 5 with noughts that is nearest below, at least 1. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)));
  const digit = step / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}
