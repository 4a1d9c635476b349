import { describe, expect, test } from 'vitest';
import type { Grant } from '#/server/platform/db/tables/quote.ts';
import type { GoodRow } from '#/server/domain/pricing/catalogueRows.ts';
import { partsPriceOf } from '#/server/domain/pricing/partsPrice.ts';

const names = { ru: '', uk: '', en: '' };
let ids = 0;
const good = (
  price: { cents: number } | { coins: number },
  grants: Grant[],
  more: Partial<GoodRow> = {},
): GoodRow => ({
  id: (ids += 1),
  type: 'goods',
  caseId: null,
  names,
  descriptions: names,
  image: '',
  priceCents: 'cents' in price ? price.cents : null,
  priceCoins: 'coins' in price ? price.coins : null,
  serverKeys: null,
  sortOrder: ids,
  grants,
  saleLimit: null,
  sold: 0,
  isWithdrawn: false,
  ...more,
});
const cases = (count: number): Grant => ({ kind: 'case', caseId: 1, count });
const premium = (days: number): Grant => ({ kind: 'premium', days });
const game = (code: string): Grant => ({ kind: 'game', code, count: 1 });
const coins = {
  basePriceCents: 10,
  leastCoins: 5,
  mostCoins: 50_000,
  tiers: [{ fromCents: 1000, toCents: 500_000, coefficientBasisPoints: 11_000 }],
};

const oneCase = good({ coins: 270 }, [cases(1)]);
const week = good({ coins: 90 }, [premium(7)]);
const month = good({ cents: 2490 }, [premium(30)]);
const shelf = { goods: [oneCase, week, month], coins };
const priceOf = (bundle: GoodRow, more: GoodRow[] = []) =>
  partsPriceOf(bundle, { ...shelf, goods: [...shelf.goods, ...more, bundle] });

describe('S21 the price of the parts', () => {
  test('S21 is the sum of the parts sold singly, in coins', () => {
    expect(priceOf(good({ coins: 2565 }, [cases(10)]))).toBe(2700);
    expect(priceOf(good({ coins: 300 }, [cases(1), premium(7)]))).toBe(360);
  });

  test('S21 is the lowest sum: a cheaper good with the same part counts', () => {
    const five = good({ coins: 1300 }, [cases(5)]);
    expect(priceOf(good({ coins: 2565 }, [cases(10)]), [five])).toBe(2600);
  });

  test('S21 in euro buys the coins for the parts with their bonus, as a player would', () => {
    // 1,080 OC are 982 bought ones with 10 %
    expect(priceOf(good({ cents: 9000 }, [cases(4)]))).toBe(9820);
    expect(priceOf(good({ cents: 11_990 }, [premium(30), cases(4)]))).toBe(2490 + 9820);
    // 10,800 OC would cost 108.00 without the bonus, but less with it
    expect(priceOf(good({ cents: 10_500 }, [cases(4)]))).toBeNull();
  });

  test('S21 counts coins in a bundle like the others', () => {
    expect(priceOf(good({ cents: 1490 }, [{ kind: 'coins', coins: 110 }, premium(7)]))).toBe(1820);
  });

  test.each([
    ['a part is not sold by itself', good({ coins: 10 }, [cases(1), game('bat')])],
    ['nothing is saved', good({ coins: 2700 }, [cases(10)])],
    ['a part is larger than what is sold', good({ coins: 10 }, [premium(10)])],
    ['it is a single piece', good({ coins: 10 }, [cases(1)])],
    ['a part of a good for coins is sold for euro only', good({ coins: 10 }, [premium(30), cases(1)])],
  ])('S21 is none if %s', (_, bundle) => {
    expect(priceOf(bundle)).toBeNull();
  });

  test('S21 ignores parts that are sold out, and other parameters of a game', () => {
    const bat = good({ coins: 100 }, [game('bat')], { saleLimit: 2, sold: 2 });
    expect(priceOf(good({ coins: 10 }, [game('bat'), cases(1)]), [bat])).toBeNull();
    expect(priceOf(good({ coins: 10 }, [game('bat'), cases(1)]), [{ ...bat, sold: 1 }])).toBe(370);
    const red = good({ coins: 10 }, [
      { kind: 'game', code: 'bat', count: 1, params: { colour: 'red' } },
      cases(1),
    ]);
    expect(priceOf(red, [{ ...bat, sold: 1 }])).toBeNull();
  });
});
