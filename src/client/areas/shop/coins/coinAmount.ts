import { bonusOf, centsOf, NO_BONUS_BASIS_POINTS, tierOf, type BonusTier } from '#/contract/amounts.ts';
import { COIN_PRICE_EURO, COINS_INITIAL, COINS_MAX, COINS_MIN } from '#/contract/limits.ts';
import type { Product } from '#/contract/shop.ts';

export interface CoinTier extends BonusTier {
  /** Fewest coins whose price lies in it. */
  fromCoins: number;
  title: string;
  image: string;
  priceText: string;
}

/** What the catalogue says of coins, in cents and whole coins. */
export interface CoinRules {
  basePriceCents: number;
  leastCoins: number;
  mostCoins: number;
  initialCoins: number;
  /** By price. */
  tiers: readonly CoinTier[];
}

/** Reads the product of the coins; what it leaves out is as the specification has it (S3, S4). */
export function coinRulesOf({
  base_price: basePrice = COIN_PRICE_EURO,
  one_coin_price_range: range,
  one_coin_bonuses: bonuses = [],
}: Pick<Product, 'base_price' | 'one_coin_price_range' | 'one_coin_bonuses'>): CoinRules {
  const basePriceCents = centsOf(basePrice);
  const tiers = bonuses
    .map((tier) => ({
      fromCents: centsOf(tier.price_from),
      toCents: centsOf(tier.price_to),
      coefficientBasisPoints: Math.round(tier.bonus_coefficient * NO_BONUS_BASIS_POINTS),
      fromCoins: Math.ceil(centsOf(tier.price_from) / basePriceCents),
      title: tier.title,
      image: tier.image,
      priceText: tier.price_text,
    }))
    .toSorted((a, b) => a.fromCents - b.fromCents);
  const leastCoins = Math.ceil(centsOf(range?.from ?? 0) / basePriceCents) || COINS_MIN;
  const mostCoins = Math.floor(centsOf(range?.to ?? 0) / basePriceCents) || COINS_MAX;
  const initialCoins = tiers[0]?.fromCoins ?? COINS_INITIAL;
  return {
    basePriceCents,
    leastCoins,
    mostCoins,
    initialCoins: Math.min(mostCoins, Math.max(leastCoins, initialCoins)),
    tiers,
  };
}

/** What an amount becomes once the typing has stopped: too few are raised to the fewest there are (S4). */
export function settledCoins(coins: number | null, { leastCoins, mostCoins }: CoinRules): number {
  return Math.min(mostCoins, Math.max(leastCoins, Math.trunc(coins ?? 0)));
}

/** False for what is still being typed, and for everything below 0 (S4). */
export function canBuyCoins(coins: number | null, { leastCoins, mostCoins }: CoinRules): coins is number {
  return coins !== null && Number.isInteger(coins) && coins >= leastCoins && coins <= mostCoins;
}

export interface CoinDeal {
  coins: number;
  priceCents: number;
  bonusCoins: number;
  receivedCoins: number;
  tier: CoinTier | undefined;
  /** The next tier that pays more, and how many coins it is away; undefined in the best one. */
  next: { tier: CoinTier; missingCoins: number } | undefined;
}

/** What an amount of coins costs and brings, as the server reckons it too (S3, S5). */
export function coinDealOf(coins: number, { basePriceCents, tiers }: CoinRules): CoinDeal {
  const priceCents = coins * basePriceCents;
  const bonusCoins = bonusOf(tiers, coins, basePriceCents);
  const tier = tierOf(tiers, priceCents);
  const paid = tier?.coefficientBasisPoints ?? NO_BONUS_BASIS_POINTS;
  const next = tiers.find(
    ({ fromCents, coefficientBasisPoints }) => fromCents > priceCents && coefficientBasisPoints > paid,
  );
  return {
    coins,
    priceCents,
    bonusCoins,
    receivedCoins: coins + bonusCoins,
    tier,
    next: next && { tier: next, missingCoins: next.fromCoins - coins },
  };
}
