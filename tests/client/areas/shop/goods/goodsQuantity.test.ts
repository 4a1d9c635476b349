import { describe, expect, test } from 'vitest';
import { goodsQuantityOf, mostPieces, wayToBuy } from '#/client/areas/shop/goods/wayToBuy.ts';

describe('S8 the quantity', () => {
  test.each([
    ['', 1],
    ['0', 1],
    ['1', 1],
    ['200', 200],
    ['201', 200],
    ['99999999999999999999', 200],
    ['-4', 4],
    ['1.7', 17],
    ['12x', 12],
    ['abc', 1],
    ['undefined', 1],
  ])('%o is %s', (typed, quantity) => expect(goodsQuantityOf(typed)).toBe(quantity));

  test('is no more than there are left', () => {
    expect(mostPieces({ count: null })).toBe(200);
    expect(mostPieces({ count: 3 })).toBe(3);
    expect(mostPieces({ count: 1000 })).toBe(200);
    expect(mostPieces({ count: 0 })).toBe(0);
    expect(goodsQuantityOf('50', 3)).toBe(3);
  });
});

describe('S9 the way to buy', () => {
  const euro = { price: 24.9, premiumCoinsPrice: 0, count: null };
  const coins = { price: 0, premiumCoinsPrice: 90, count: null };

  test('a price above 0 goes to the cart, whoever buys', () => {
    expect(wayToBuy(euro, 200, null)).toBe('cart');
    expect(wayToBuy(euro, 1, 0)).toBe('cart');
  });

  test('0 or less is paid with coins: too few are too dear, enough open the modal', () => {
    expect(wayToBuy(coins, 1, 89)).toBe('tooDear');
    expect(wayToBuy(coins, 1, 90)).toBe('coins');
    expect(wayToBuy(coins, 2, 179)).toBe('tooDear');
    expect(wayToBuy(coins, 2, 180)).toBe('coins');
    expect(wayToBuy({ ...coins, price: -1 }, 1, 90)).toBe('coins');
  });

  test('coins need an account', () => expect(wayToBuy(coins, 1, null)).toBe('signIn'));

  test('what is sold out cannot be bought', () => {
    expect(wayToBuy({ ...euro, count: 0 }, 1, null)).toBe('soldOut');
    expect(wayToBuy({ ...coins, count: 2 }, 3, 1000)).toBe('soldOut');
    expect(wayToBuy({ ...coins, count: 2 }, 2, 1000)).toBe('coins');
  });
});
