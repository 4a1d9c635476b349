import type { Locale } from '#/contract/kernel/locale.ts';
import type { PurchaseType } from '#/contract/shop.ts';
import type { Localised } from './columns.ts';
import type { GameParams } from './deliveries.ts';

/** What one piece of a good gives. The first three go to the web account, the last one to the game server. */
export type Grant =
  | { kind: 'coins'; coins: number }
  | { kind: 'premium'; days: number }
  | { kind: 'case'; caseId: number; count: number }
  | ({ kind: 'game' } & GameGrant);

/** What a prize gives that is not converted to coins. */
export type PrizeGrant = Extract<Grant, { kind: 'game' | 'premium' }>;

/** What a game server gives for one piece of a good or for a prize. */
export interface GameGrant {
  /** What the game server is told. */
  code: string;
  count: number;
  /** What the game needs beside code and count. */
  params?: GameParams | undefined;
  /** The game can give it while the player is away. */
  offline?: boolean | undefined;
  /** Name of the thing if the good gives several; absent: it is called as the good. */
  title?: Localised | undefined;
}

/** Goods that a game gives under one code. */
export interface GameGoods {
  code: string;
  count: number;
  params: GameParams;
  /** Whether the player must be on the server. */
  needsOnline: boolean;
  /** What the player and the game read; absent in what was taken before titles were kept. */
  titles?: Localised | null | undefined;
}

/** Contents and price of a purchase as the server quoted it. It is frozen in the order and the receipt (N2). */
export interface Quote {
  productType: PurchaseType;
  goodsId: number | null;
  caseId: number | null;
  /** Key of the game server whose player gets it. */
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
  /** Coefficient of the tier; 10,000 adds nothing. */
  coefficientBasisPoints: number;
  currency: 'EUR' | 'OC';
  /** Price of one piece: cents, or OC. */
  unitPrice: number;
  priceCents: number;
  discountCents: number;
  totalCents: number;
  totalCoins: number;
  discountCode: string | null;
  /** What one piece of a good gives; empty for coins. */
  grants: Grant[];
}

/** What was revoked of a granted order, so that exactly that can be restored. */
export interface Taken {
  /** OC debited from the wallet, and OC that became debt. */
  coins: number;
  debt: number;
  /** Pieces that were not opened, with the odds they had. */
  lots: { caseId: number; count: number; oddsHash: string }[];
  /** Premium that was still to come. */
  premiumMs: number;
  /** What the game gave or was to give. */
  game: GameGoods[];
}

/** What the reward of a milestone gives, valued in OC. */
export interface RewardGiven {
  coins: number;
  premiumDays: number;
  /** Worth of all its days. */
  premiumWorth: number;
  /** Worth of one piece each. */
  cases: { caseId: number; count: number; worth: number }[];
}

/** What was revoked of a reward: unused goods, and OC for the rest. */
export interface RewardTaken {
  /** OC debited from the wallet, and OC that became debt. */
  coins: number;
  debt: number;
  lots: Taken['lots'];
  premiumMs: number;
}
