import { discountOf, NO_BONUS_BASIS_POINTS } from '#/contract/kernel/amounts.ts';
import { CENTS_PER_COIN } from '#/contract/kernel/limits.ts';
import { TICKETS } from '#/contract/fair.ts';
import type { CaseFile } from './caseSchema.ts';
import type { Mistake } from './mistake.ts';
import { hundredths, type OddsItem, swapCoinsOfMillion } from './odds.ts';
import type { Catalogue, GoodsFile, ProductsFile } from './shopSchema.ts';

/** Shares of their price that openings pay back, for each good that sells a case. */

type Good = GoodsFile[number];

/** Price of a coin without any bonus, in cents. */
export const coinCents = (products: ProductsFile): number =>
  products.find((product) => product.type === 'one_coin')?.basePriceCents ?? CENTS_PER_COIN;

/** A fraction of integers. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** A good that gives cases, and its return. */
export interface WayOfSale {
  good: Good;
  /** Index in the goods of the catalogue. */
  at: number;
  /** Number of pieces of the case in the good. */
  count: number;
  /**
   * Price of the whole good in coins. A price in euro counts as the coins that it buys without a
   * bonus.
   */
  priceCoins: Fraction;
  /** Expected coins that the whole good pays back, over its price. */
  returned: Fraction;
}

/** The parts of a catalogue that returns depend on. */
export type Sale = Pick<Catalogue, 'goods' | 'products'> & {
  cases: readonly { id: number; items: readonly OddsItem[] }[];
};

/** Lists the goods that sell a case, in the order of the catalogue. */
export function waysOfSale({ goods, cases, products }: Sale, caseId: number): WayOfSale[] {
  const swaps = new Map(cases.map(({ id, items }) => [id, swapCoinsOfMillion(items)] as const));
  return goods.flatMap((good, at) => {
    const count = good.grants.reduce(
      (sum, grant) => sum + (grant.kind === 'case' && grant.caseId === caseId ? grant.count : 0),
      0,
    );
    if (count === 0) return [];
    const priceCoins = priceOf(good, coinCents(products));
    return [{ good, at, count, priceCoins, returned: returnOf(good, priceCoins, swaps) }];
  });
}

const priceOf = ({ price }: Good, centsOfCoin: number): Fraction =>
  'coins' in price
    ? { numerator: BigInt(price.coins), denominator: 1n }
    : { numerator: BigInt(price.cents), denominator: BigInt(centsOfCoin) };

/** The return of all grants of a good: cases by their expected swaps, coins at face value. */
function returnOf({ grants }: Good, price: Fraction, swaps: ReadonlyMap<number, bigint>): Fraction {
  const millionths = grants.reduce((sum, grant) => {
    if (grant.kind === 'coins') return sum + BigInt(grant.coins) * BigInt(TICKETS);
    return grant.kind === 'case' ? sum + BigInt(grant.count) * (swaps.get(grant.caseId) ?? 0n) : sum;
  }, 0n);
  return { numerator: millionths * price.denominator, denominator: BigInt(TICKETS) * price.numerator };
}

/** A share in hundredths of a percent: 81.4 % is 8140. */
export const percentOf = ({ numerator, denominator }: Fraction): number =>
  hundredths(numerator * 100n, denominator);

/**
 * The return that no good may reach, in basis points. Goods for coins must not pay their price
 * back. Goods for euro must not bring more coins than the best bonus tier.
 */
function mostReturned({ price }: Good, products: ProductsFile): bigint {
  const tiers = products.flatMap((product) => (product.type === 'one_coin' ? product.oneCoinBonuses : []));
  const best = tiers.map(({ coefficientBasisPoints }) => coefficientBasisPoints);
  return BigInt('coins' in price ? NO_BONUS_BASIS_POINTS : Math.max(NO_BONUS_BASIS_POINTS, ...best));
}

/** Whether the cases of a good pay back its price in swaps. */
export const paysBack = (
  { good, returned: { numerator, denominator } }: WayOfSale,
  products: ProductsFile,
): boolean => numerator * BigInt(NO_BONUS_BASIS_POINTS) >= denominator * mostReturned(good, products);

/** Finds goods whose cases pay back their price in swaps: opening them would mint coins (O17). */
export function swapMistakes(catalogue: Catalogue): Mistake[] {
  const named = new Set<number>();
  return catalogue.cases.flatMap((file) =>
    waysOfSale(catalogue, file.id).flatMap((way): Mistake[] => {
      const { good, at } = way;
      if (!paysBack(way, catalogue.products) || named.has(good.id)) return [];
      named.add(good.id);
      return [
        {
          path: ['goods', at, 'price'],
          code: 'swapPaysBack',
          values: { value: file.id },
          sentence: `good ${good.id}: swaps of case ${file.id} pay back what it costs`,
        },
      ];
    }),
  );
}

/** A discount in force, with the fields that affect the prices of goods. */
export interface DiscountInForce {
  code: string;
  percentBasisPoints: number | null;
  fixedCents: number | null;
  /** Null when the discount applies to all goods. */
  goodsIds: number[] | null;
  productTypes: string[] | null;
}

/** Whether a discount applies to a good. */
export const isForGood = (
  { goodsIds, productTypes }: Pick<DiscountInForce, 'goodsIds' | 'productTypes'>,
  { id, type }: Pick<Good, 'id' | 'type'>,
): boolean =>
  (goodsIds === null || goodsIds.includes(id)) && (productTypes === null || productTypes.includes(type));

/**
 * Finds the purchase in euro whose cases have the highest return at the discounted price (O21).
 * @param leastCents lowest price after a discount, in cents
 * @returns `returned` in hundredths of a percent; undefined if the discount applies to no case
 */
export function strongestReturn(
  catalogue: Catalogue,
  discount: DiscountInForce,
  leastCents: number,
): { caseId: number; good: Good; priceCents: number; totalCents: number; returned: number } | undefined {
  const ways = catalogue.cases.flatMap(({ id: caseId }) =>
    waysOfSale(catalogue, caseId).flatMap(({ good, returned: { numerator, denominator } }) => {
      if (!('cents' in good.price) || !isForGood(discount, good)) return [];
      const priceCents = good.price.cents;
      const totalCents = priceCents - discountOf(discount, priceCents, leastCents);
      if (totalCents === priceCents) return [];
      const returned = percentOf({
        numerator: numerator * BigInt(priceCents),
        denominator: denominator * BigInt(totalCents),
      });
      return [{ caseId, good, priceCents, totalCents, returned }];
    }),
  );
  return ways.toSorted((a, b) => b.returned - a.returned)[0];
}

export interface Warning {
  code:
    | 'packPaysBack'
    | 'discountPaysBack'
    | 'veryRare'
    | 'marginFalls'
    | 'oddsMoveFar'
    | 'priceMovesFar'
    | 'coinPriceMovesFar';
  /** Null if it concerns no case. */
  caseId: number | null;
  values: Record<string, string | number>;
}

/** Chance below which an item is rarer than 1 in 100,000. */
const RARE_TICKETS = TICKETS / 100_000;
/** Ten percent of the tickets. */
const FAR_TICKETS = TICKETS / 10;

/** Finds unusual values that may be published but deserve a second look. */
export function warningsOf(
  catalogue: Catalogue,
  inForce: Catalogue | null,
  discounts: readonly DiscountInForce[],
): Warning[] {
  return catalogue.cases.flatMap((file): Warning[] => {
    const before = inForce?.cases.find(({ id }) => id === file.id);
    return [
      ...discountWarnings(catalogue, file, discounts),
      ...file.items
        .filter(({ tickets }) => tickets < RARE_TICKETS)
        .map(({ id, name, tickets }): Warning => {
          return { code: 'veryRare', caseId: file.id, values: { item: id, name: name.en, tickets } };
        }),
      ...(before && inForce ? changeWarnings(catalogue, file, inForce, before) : []),
    ];
  });
}

function discountWarnings(
  catalogue: Catalogue,
  { id: caseId }: CaseFile,
  discounts: readonly DiscountInForce[],
): Warning[] {
  return waysOfSale(catalogue, caseId).flatMap(
    ({ good, returned: { numerator, denominator } }): Warning[] => {
      const { price } = good;
      // discounts do not lower prices in coins
      if (!('cents' in price)) return [];
      const values = { good: good.id, name: good.name.en };
      if (numerator >= denominator) return [{ code: 'packPaysBack', caseId, values }];
      return discounts
        .filter((discount) => isForGood(discount, good))
        .filter((discount) => {
          const paid = BigInt(price.cents - discountOf(discount, price.cents, 0));
          return numerator * BigInt(price.cents) >= denominator * paid;
        })
        .map(({ code }): Warning => {
          return { code: 'discountPaysBack', caseId, values: { ...values, discount: code } };
        });
    },
  );
}

function changeWarnings(
  catalogue: Catalogue,
  file: CaseFile,
  inForce: Catalogue,
  before: CaseFile,
): Warning[] {
  const moved = file.items.reduce((sum, { id, tickets }) => {
    const was = before.items.find((item) => item.id === id)?.tickets ?? 0;
    return sum + Math.max(tickets - was, 0);
  }, 0);
  const old = new Map(
    waysOfSale(inForce, file.id).map((way) => [way.good.id, percentOf(way.returned)] as const),
  );
  const falls = waysOfSale(catalogue, file.id).flatMap(({ good, returned }): Warning[] => {
    const [was, is] = [old.get(good.id), percentOf(returned)];
    return was === undefined || is <= was
      ? []
      : [
          {
            code: 'marginFalls',
            caseId: file.id,
            values: { good: good.id, name: good.name.en, was: 10_000 - was, is: 10_000 - is },
          },
        ];
  });
  return [
    ...falls,
    ...(moved > FAR_TICKETS
      ? [{ code: 'oddsMoveFar' as const, caseId: file.id, values: { tickets: moved } }]
      : []),
  ];
}
