/**
 * Calculations with money and coins that client and server share. Internally euro are whole cents and a bonus
 * coefficient is basis points. The specification's wire format has euro with decimals and a coefficient as 1.25; these
 * functions convert it.
 */

/** The coefficient that adds no bonus. */
export const NO_BONUS_BASIS_POINTS = 10_000;

/** Converts a price in euro from the wire to whole cents. */
export const centsOf = (euro: number): number => Math.round(euro * 100);

/** Converts cents to euro for the wire. */
export const euroOf = (cents: number): number => cents / 100;

/** A range of prices, both bounds included, that pays a bonus. */
export interface BonusTier {
  fromCents: number;
  toCents: number;
  coefficientBasisPoints: number;
}

/** Finds the tier whose range includes the price (S5); the first one if ranges touch. */
export function tierOf<T extends BonusTier>(tiers: readonly T[], priceCents: number): T | undefined {
  return tiers.find(({ fromCents, toCents }) => priceCents >= fromCents && priceCents <= toCents);
}

/** Coins a tier adds: floor(coefficient x coins - coins), exact for every whole number of coins (S5). */
export function bonusOf(tiers: readonly BonusTier[], coins: number, basePriceCents: number): number {
  const tier = tierOf(tiers, coins * basePriceCents);
  if (!tier) return 0;
  return Math.floor((coins * (tier.coefficientBasisPoints - NO_BONUS_BASIS_POINTS)) / NO_BONUS_BASIS_POINTS);
}

/** Prices and limits of a purchase of coins. */
export interface CoinPrices {
  basePriceCents: number;
  leastCoins: number;
  mostCoins: number;
  tiers: readonly BonusTier[];
}

/**
 * Finds the smallest purchase whose coins and bonus together are at least `wanted` (S20).
 * @returns the coins to buy, without their bonus; null if the largest purchase gives less
 */
export function coinsToBuy(
  wanted: number,
  { basePriceCents, leastCoins, mostCoins, tiers }: CoinPrices,
): number | null {
  const best = Math.max(NO_BONUS_BASIS_POINTS, ...tiers.map((tier) => tier.coefficientBasisPoints));
  // fewer do not suffice even with the best bonus
  const from = Math.floor((wanted * NO_BONUS_BASIS_POINTS) / best);
  for (let coins = Math.max(leastCoins, from); coins <= mostCoins; coins += 1)
    if (coins + bonusOf(tiers, coins, basePriceCents) >= wanted) return coins;
  return null;
}

/** Computes a discount in cents: a percentage is rounded down, and at least `leastCents` are left to pay. */
export function discountOf(
  { percentBasisPoints, fixedCents }: { percentBasisPoints: number | null; fixedCents: number | null },
  priceCents: number,
  leastCents: number,
): number {
  const wanted =
    percentBasisPoints === null ? (fixedCents ?? 0) : Math.floor((priceCents * percentBasisPoints) / 10_000);
  return Math.max(0, Math.min(wanted, priceCents - leastCents));
}
