import { type CoinPrices, coinsToBuy } from '#/contract/kernel/amounts.ts';
import type { Grant } from '#/server/platform/db/tables/quote.ts';
import type { GoodRow, ProductRow, TierRow } from './catalogueRows.ts';
import { piecesLeft } from './quote.ts';

/** Everything that a game server's players can buy. */
interface Shelf {
  goods: readonly GoodRow[];
  /** Undefined while coins are not sold. */
  coins: CoinPrices | undefined;
}

interface Price {
  cents: number;
  coins: number;
}

/** The prices and limits of buying coins; undefined if the tab does not sell them. */
export function coinPricesOf(
  { basePriceCents, priceFromCents, priceToCents }: ProductRow,
  tiers: readonly TierRow[],
): CoinPrices | undefined {
  if (basePriceCents === null || priceFromCents === null || priceToCents === null) return undefined;
  return {
    basePriceCents,
    leastCoins: Math.ceil(priceFromCents / basePriceCents),
    mostCoins: Math.floor(priceToCents / basePriceCents),
    tiers,
  };
}

/**
 * What the parts of a good cost today if they are bought one by one (S21). It is the price that may be crossed out, so it
 * is the lowest one: of several goods with the same part the cheapest counts, and coins are bought with their bonus.
 * @returns cents or OC, as the good's own price; null if a part is not sold by itself or nothing is saved
 */
export function partsPriceOf(good: GoodRow, shelf: Shelf): number | null {
  let sum: Price = { cents: 0, coins: 0 };
  for (const grant of good.grants) {
    const part = grant.kind === 'coins' ? { cents: 0, coins: grant.coins } : cheapestPart(good, grant, shelf);
    if (!part) return null;
    sum = { cents: sum.cents + part.cents, coins: sum.coins + part.coins };
  }
  const total = good.priceCents === null ? inCoins(sum) : inCents(sum, shelf);
  const price = good.priceCents ?? good.priceCoins ?? 0;
  return total !== null && total > price ? total : null;
}

const inCoins = ({ cents, coins }: Price) => (cents === 0 ? coins : null);

function inCents({ cents, coins }: Price, shelf: Shelf): number | null {
  if (coins === 0) return cents;
  const bought = shelf.coins && coinsToBuy(coins, shelf.coins);
  return shelf.coins && bought ? cents + bought * shelf.coins.basePriceCents : null;
}

/** The lowest price of a part in the currency of the good, otherwise in coins. */
function cheapestPart(good: GoodRow, grant: Grant, { goods }: Shelf): Price | undefined {
  const isInEuro = good.priceCents !== null;
  const prices = goods
    .filter((single) => single.id !== good.id && piecesLeft(single) !== 0)
    .flatMap((single): Price[] => {
      const pieces = piecesFor(grant, single.grants);
      // the same thing under another name is no part of it
      if (pieces === null || pieces * good.grants.length === 1) return [];
      return [{ cents: (single.priceCents ?? 0) * pieces, coins: (single.priceCoins ?? 0) * pieces }];
    });
  const inOwn = prices.filter(({ cents }) => cents > 0 === isInEuro);
  const usable = inOwn.length > 0 || !isInEuro ? inOwn : prices;
  return usable.toSorted((a, b) => a.cents + a.coins - b.cents - b.coins)[0];
}

/** How many pieces of a good with one grant make up a part; null if they do not. */
function piecesFor(part: Grant, [only, ...others]: readonly Grant[]): number | null {
  if (!only || others.length > 0 || nameOf(only) !== nameOf(part)) return null;
  const pieces = amountOf(part) / amountOf(only);
  return Number.isInteger(pieces) ? pieces : null;
}

function nameOf(grant: Grant): string {
  if (grant.kind === 'case') return `case ${grant.caseId}`;
  return grant.kind === 'game' ? `game ${grant.code} ${JSON.stringify(grant.params ?? null)}` : grant.kind;
}

function amountOf(grant: Grant): number {
  if (grant.kind === 'premium') return grant.days;
  return grant.kind === 'coins' ? grant.coins : grant.count;
}
