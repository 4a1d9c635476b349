import {
  bonusOf,
  centsOf,
  NO_BONUS_BASIS_POINTS,
  tierOf,
  type BonusTier,
} from '#/contract/kernel/amounts.ts';
import { COIN_PRICE_EURO, COINS_INITIAL, COINS_MAX, COINS_MIN } from '#/contract/kernel/limits.ts';
import type { Product } from '#/contract/shop.ts';

export interface CoinTier extends BonusTier {
  /** The fewest coins whose price is in the tier. */
  fromCoins: number;
  title: string;
  image: string;
  priceText: string;
}

/** The catalogue's rules for buying coins, in cents and whole coins. */
export interface CoinRules {
  basePriceCents: number;
  leastCoins: number;
  mostCoins: number;
  initialCoins: number;
  /** By price. */
  tiers: readonly CoinTier[];
}

/** Reads the rules from the product. Missing values are the specification's (S3, S4). */
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

/** Returns the amount after the typing has stopped: too small amounts are raised to the minimum (S4). */
export function settledCoins(coins: number | null, { leastCoins, mostCoins }: CoinRules): number {
  return Math.min(mostCoins, Math.max(leastCoins, Math.trunc(coins ?? 0)));
}

/** Whether the amount can be bought. False while it is being typed, and below 0 (S4). */
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

/** Computes price, bonus and total of an amount of coins, as the server does (S3, S5). */
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
