import { CENTS_PER_COIN } from '#/contract/kernel/limits.ts';
import type { GameGoods, Quote } from '#/server/platform/db/tables/quote.ts';

/** The goods of all pieces of an order together. */
export interface OrderGoods {
  coins: number;
  bonusCoins: number;
  premiumDays: number;
  /** Pieces by case id. */
  cases: Map<number, number>;
  /** Items of the game, by their code there. */
  game: Map<string, GameGoods>;
}

const add = <K>(counts: Map<K, number>, key: K, count: number) =>
  counts.set(key, (counts.get(key) ?? 0) + count);

/** Contents of a purchase or a gift, in the form of a quote. */
type Contents = Pick<Quote, 'coins' | 'bonusCoins' | 'quantity' | 'grants' | 'titles'>;

/** Sums up the goods in the frozen quote of an order. */
export function goodsOf({ coins, bonusCoins, quantity, grants, titles: ownTitles }: Contents): OrderGoods {
  const goods: OrderGoods = { coins, bonusCoins, premiumDays: 0, cases: new Map(), game: new Map() };
  for (const grant of grants) {
    if (grant.kind === 'coins') goods.coins += grant.coins * quantity;
    if (grant.kind === 'premium') goods.premiumDays += grant.days * quantity;
    if (grant.kind === 'case') add(goods.cases, grant.caseId, grant.count * quantity);
    if (grant.kind === 'game') {
      const { code, params = {}, offline = false, title: titles = ownTitles } = grant;
      const count = (goods.game.get(code)?.count ?? 0) + grant.count * quantity;
      goods.game.set(code, { code, count, params, needsOnline: !offline, titles });
    }
  }
  return goods;
}

/**
 * Values used goods of an order in OC, rounded up. The price minus the coins it contains is divided equally among the
 * kinds of goods.
 * @param used the used part of each kind, 0 to 1
 */
export function worthOf(quote: Quote, used: readonly number[]): number {
  const { coins, premiumDays, cases, game } = goodsOf(quote);
  const kinds = (premiumDays > 0 ? 1 : 0) + cases.size + game.size;
  if (kinds === 0) return 0;
  const paidCoins = quote.currency === 'OC' ? quote.totalCoins : quote.totalCents / CENTS_PER_COIN;
  const share = Math.max(0, paidCoins - coins) / kinds;
  // rounds to 6 decimals first, or a binary fraction just above an integer would be rounded up to the next one
  const exact = used.reduce((sum, part) => sum + share * part, 0);
  return Math.ceil(Math.round(exact * 1e6) / 1e6);
}
