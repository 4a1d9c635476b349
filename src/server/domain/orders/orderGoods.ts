import type { Quote } from '../quote.ts';

/** What all pieces of an order give together. */
export interface OrderGoods {
  coins: number;
  bonusCoins: number;
  premiumDays: number;
  /** Pieces by case. */
  cases: Map<number, number>;
  /** Counts by the game's own code. */
  game: Map<string, number>;
}

const add = <K>(counts: Map<K, number>, key: K, count: number) =>
  counts.set(key, (counts.get(key) ?? 0) + count);

/** Sums what the frozen quote of an order gives. */
export function goodsOf({ coins, bonusCoins, quantity, grants }: Quote): OrderGoods {
  const goods: OrderGoods = { coins, bonusCoins, premiumDays: 0, cases: new Map(), game: new Map() };
  for (const grant of grants) {
    if (grant.kind === 'coins') goods.coins += grant.coins * quantity;
    if (grant.kind === 'premium') goods.premiumDays += grant.days * quantity;
    if (grant.kind === 'case') add(goods.cases, grant.caseId, grant.count * quantity);
    if (grant.kind === 'game') add(goods.game, grant.code, grant.count * quantity);
  }
  return goods;
}

/** Cents for one coin: what goods are worth in coins when they cannot be taken back. */
const CENTS_PER_COIN = 10;

/**
 * What used goods of an order are worth in OC, rounded up: what was paid for a piece, of which every kind of goods in
 * it, other than its coins, is an equal share.
 * @param used how much of each kind was used, 0..1
 */
export function worthOf(quote: Quote, used: readonly number[]): number {
  const { coins, premiumDays, cases, game } = goodsOf(quote);
  const kinds = (premiumDays > 0 ? 1 : 0) + cases.size + game.size;
  if (kinds === 0) return 0;
  const paidCoins = quote.currency === 'OC' ? quote.totalCoins : quote.totalCents / CENTS_PER_COIN;
  const share = Math.max(0, paidCoins - coins) / kinds;
  // a fraction that is an integer but for its binary form stays that integer
  const exact = used.reduce((sum, part) => sum + share * part, 0);
  return Math.ceil(Math.round(exact * 1e6) / 1e6);
}
