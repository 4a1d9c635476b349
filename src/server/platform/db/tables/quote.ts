import type { Locale } from '#/contract/kernel/locale.ts';
import type { PurchaseType } from '#/contract/shop.ts';
import type { Localised } from './columns.ts';
import type { GameParams } from './deliveries.ts';

/**
 * A grant of one piece of a good. The first three kinds go to the account on the site, the last one to the game
 * server.
 */
export type Grant =
  | { kind: 'coins'; coins: number }
  | { kind: 'premium'; days: number }
  | { kind: 'case'; caseId: number; count: number }
  | ({ kind: 'game' } & GameGrant);

/** A prize that can be taken instead of coins. */
export type PrizeGrant = Extract<Grant, { kind: 'game' | 'premium' }>;

/** Item that a game server gives for one piece of a good or for a prize. */
export interface GameGrant {
  /** Code under which the game server knows the item. */
  code: string;
  count: number;
  /** Parameters that the game needs besides code and count. */
  params?: GameParams | undefined;
  /** Whether the game can give it while the player is away. */
  offline?: boolean | undefined;
  /** Name of the item, if the good gives several. Absent when the good's own name is used. */
  title?: Localised | undefined;
}

/** Goods that a game gives under one code. */
export interface GameGoods {
  code: string;
  count: number;
  params: GameParams;
  /** Whether the player must be on the server. */
  needsOnline: boolean;
  /** Name for the player and the game. Absent in revoked goods from before titles were kept. */
  titles?: Localised | null | undefined;
}

/** Goods that a refund took from the game, or called off there. */
export interface RecalledGoods extends GameGoods {
  /** Number of the delivery. Absent in goods from before it was kept. */
  no?: number;
}

/** Contents and price of a purchase as the server quoted it. It is frozen in the order and the receipt (N2). */
export interface Quote {
  productType: PurchaseType;
  goodsId: number | null;
  caseId: number | null;
  /** Key of the receiving player's game server. */
  serverKey: string;
  /** Title of the purchase in every language. */
  titles: Record<Locale, string>;
  /** Name in assets/ without its ending. */
  image: string;
  /** Pieces of a good; 1 for coins. */
  quantity: number;
  /** Coins bought, and coins that the tier adds; 0 for goods. */
  coins: number;
  bonusCoins: number;
  /** Coefficient of the tier; 10,000 means no bonus. */
  coefficientBasisPoints: number;
  currency: 'EUR' | 'OC';
  /** Price of one piece: cents, or OC. */
  unitPrice: number;
  priceCents: number;
  discountCents: number;
  totalCents: number;
  totalCoins: number;
  discountCode: string | null;
  /** Grants of one piece of a good. Empty for coins. */
  grants: Grant[];
}

/** The buyer's agreement at the checkout, in the words that they saw (S19). */
export interface Agreed {
  /** ISO 8601, by the clock of the site. */
  at: string;
  locale: Locale;
  /** Version of the terms of service: the day of their last change. */
  terms: string;
  /** The sentence about delivery at once and the lost withdrawal. Null where nothing is delivered at once. */
  atOnce: string | null;
}

/** A good that costs coins, and that the player buys after topping up (S20). */
export interface Purpose {
  goodsId: number;
  quantity: number;
  /** OC for one piece when the player decided. */
  unitPrice: number;
}

/** Goods that were revoked from a granted order, to restore exactly these. */
export interface Taken {
  /** OC debited from the wallet, and OC that became debt. */
  coins: number;
  debt: number;
  /** Unopened pieces with their odds. */
  lots: { caseId: number; count: number; oddsHash: string }[];
  /** Revoked part of the Premium, in ms. */
  premiumMs: number;
  /** Goods that the game gave or was to give. */
  game: RecalledGoods[];
}

/** Goods of a milestone's reward, valued in OC. */
export interface RewardGiven {
  coins: number;
  premiumDays: number;
  /** Worth of all its days, in OC. */
  premiumWorth: number;
  /** Pieces by case. `worth` is the worth of one piece, in OC. */
  cases: { caseId: number; count: number; worth: number }[];
}

/** Revoked part of a reward: unused goods, and OC for the rest. */
export interface RewardTaken {
  /** OC debited from the wallet, and OC that became debt. */
  coins: number;
  debt: number;
  lots: Taken['lots'];
  premiumMs: number;
}
