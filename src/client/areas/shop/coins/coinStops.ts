import type { CoinRules } from './coinAmount.ts';

/** Approximate number of stops between two ticks. */
const STOPS = 24;
const TICKS_WITHOUT_TIERS = [100, 1000, 10_000];

/**
 * Ticks and stops of the slider (S3). Ticks are at the least purchase, at the start of each bonus, and at the end. Each
 * stretch between two ticks has about as many stops, all round numbers, so that small amounts can be chosen as finely
 * as large ones.
 */
export function coinStopsOf({ leastCoins, mostCoins, tiers }: CoinRules): {
  ticks: number[];
  stops: number[];
} {
  const between = tiers.length > 0 ? tiers.map(({ fromCoins }) => fromCoins) : TICKS_WITHOUT_TIERS;
  const inside = between.filter((coins) => coins > leastCoins && coins < mostCoins);
  const ticks = [...new Set([leastCoins, ...inside, mostCoins])];
  const stops = ticks.flatMap((from, at) => {
    const to = ticks[at + 1];
    if (to === undefined) return [from];
    const step = roundStep((to - from) / STOPS);
    const first = (Math.floor(from / step) + 1) * step;
    const count = Math.max(0, Math.ceil((to - first) / step));
    return [from, ...Array.from({ length: count }, (_, index) => first + index * step)];
  });
  return { ticks, stops };
}

/** Rounds down to 1, 2 or 5 times a power of ten, at least 1. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)));
  const digit = step / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}
