import type { Locale } from '#/contract/locale.ts';
import type { PurchaseType } from '#/contract/shop.ts';
import type { Grant } from './db/seed/catalogueShopSchema.ts';

/** What is bought and for how much, as the server reckoned it: frozen in the cart, the order and the receipt (N2). */
export interface Quote {
  productType: PurchaseType;
  goodsId: number | null;
  caseId: number | null;
  /** Key of the server whose player gets it. */
  serverKey: string;
  /** Title of the purchase in every language. */
  titles: Record<Locale, string>;
  /** Name in assets/ without its ending. */
  image: string;
  /** Pieces of a good; 1 for coins. */
  quantity: number;
  /** Coins bought, and coins the tier adds; 0 for goods. */
  coins: number;
  bonusCoins: number;
  /** Of the tier; 10,000 pays nothing extra. */
  coefficientBasisPoints: number;
  currency: 'EUR' | 'OC';
  /** Of one piece: cents, or OC. */
  unitPrice: number;
  priceCents: number;
  discountCents: number;
  totalCents: number;
  totalCoins: number;
  discountCode: string | null;
  /** What one piece of a good gives; empty for coins. */
  grants: Grant[];
}

/** What was taken back of an order that had been granted, so that exactly that can be given again. */
export interface Taken {
  /** OC taken from the wallet, and OC that were not there and are owed. */
  coins: number;
  debt: number;
  /** Pieces that were not opened, with the odds they had. */
  lots: { caseId: number; count: number; oddsHash: string }[];
  /** Of Premium that was still to come. */
  premiumMs: number;
  /** Ids of deliveries that were called off before the game had them, and of those that take something back. */
  cancelled: number[];
  revoked: number[];
}
