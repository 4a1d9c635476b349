import { coinCents, type Warning } from './returns.ts';
import type { Catalogue, GoodsFile } from './shopSchema.ts';

/** From this factor on a price moves so far that a digit may be wrong. */
const FAR = 2;

/** Finds prices that are at most half or at least twice of those in force (O17). */
export function priceWarnings(catalogue: Catalogue, inForce: Catalogue): Warning[] {
  const [coinWas, coinIs] = [coinCents(inForce.products), coinCents(catalogue.products)];
  const coin: Warning = { code: 'coinPriceMovesFar', caseId: null, values: { from: coinWas, to: coinIs } };
  const before = new Map(inForce.goods.map((good) => [good.id, good]));
  const goods = catalogue.goods.flatMap((good): Warning[] => {
    const was = before.get(good.id);
    if (!was || !isFar(centsOf(was, coinWas), centsOf(good, coinWas))) return [];
    const [from, to] = [was.price, good.price].map(amountOf);
    return [
      {
        code: 'priceMovesFar',
        caseId: null,
        values: {
          good: good.id,
          name: good.name.en,
          from: from!.value,
          fromUnit: from!.unit,
          to: to!.value,
          toUnit: to!.unit,
        },
      },
    ];
  });
  return [...(isFar(coinWas, coinIs) ? [coin] : []), ...goods];
}

type Price = GoodsFile[number]['price'];

const amountOf = (price: Price): { value: number; unit: 'coins' | 'cents' } =>
  'coins' in price ? { value: price.coins, unit: 'coins' } : { value: price.cents, unit: 'cents' };

/** Value of a price in cents, so that prices in coins and in euro compare. */
const centsOf = ({ price }: GoodsFile[number], centsOfCoin: number): number =>
  'coins' in price ? price.coins * centsOfCoin : price.cents;

const isFar = (was: number, is: number): boolean => is * FAR <= was || is >= was * FAR;
