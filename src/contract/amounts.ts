/**
 * Money and coins as both sides must compute them. Inside, euro are whole cents and a bonus coefficient is basis
 * points; SEED.md's wire has euro with a fraction and a coefficient as 1.25, read here once.
 */

/** Of a coefficient that pays nothing extra. */
export const NO_BONUS_BASIS_POINTS = 10_000;

/** Whole cents of a price in euro as the wire has it. */
export const centsOf = (euro: number): number => Math.round(euro * 100);

/** Euro as the wire has them. */
export const euroOf = (cents: number): number => cents / 100;

/** A range of prices, both ends within it, that pays a bonus. */
export interface BonusTier {
  fromCents: number;
  toCents: number;
  coefficientBasisPoints: number;
}

/** The tier whose range holds the price (S5); the first one where ranges touch. */
export function tierOf<T extends BonusTier>(tiers: readonly T[], priceCents: number): T | undefined {
  return tiers.find(({ fromCents, toCents }) => priceCents >= fromCents && priceCents <= toCents);
}

/** Coins a tier adds: floor(coefficient x coins - coins), exact for every whole number of coins (S5). */
export function bonusOf(tiers: readonly BonusTier[], coins: number, basePriceCents: number): number {
  const tier = tierOf(tiers, coins * basePriceCents);
  if (!tier) return 0;
  return Math.floor((coins * (tier.coefficientBasisPoints - NO_BONUS_BASIS_POINTS)) / NO_BONUS_BASIS_POINTS);
}

/** What a discount takes off, in cents: percent rounded down, and never so much that less than `leastCents` stays. */
export function discountOf(
  { percentBasisPoints, fixedCents }: { percentBasisPoints: number | null; fixedCents: number | null },
  priceCents: number,
  leastCents: number,
): number {
  const wanted =
    percentBasisPoints === null ? (fixedCents ?? 0) : Math.floor((priceCents * percentBasisPoints) / 10_000);
  return Math.max(0, Math.min(wanted, priceCents - leastCents));
}
