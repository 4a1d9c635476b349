import { expect, test } from 'vitest';
import { countInForce, largestCount, reelRows, SEVERAL_FROM } from '#/client/areas/cases/state/openCounts.ts';
import {
  commonestAt,
  landingOrder,
  prizeGroups,
  prizeStacks,
  restOf,
  worthOf,
} from '#/client/areas/cases/state/prizeGroups.ts';
import type { DrawnCoupon, Rarity } from '#/contract/cases.ts';

const coupon = (id: number, color: Rarity): DrawnCoupon => ({
  id,
  name: `prize ${id}`,
  imageName: 'coin',
  color,
  isSwapAvailable: true,
  premiumCoinsPrice: id,
  draw: { epochId: 'e-1', nonce: id },
});

test('C6 several can be opened from a stock of five on', () => {
  expect(SEVERAL_FROM).toBe(5);
});

test.each([
  [0, null],
  [4, null],
  [5, 5],
  [24, 10],
  [25, 25],
  [99, 50],
  [100, 100],
  [5000, 100],
])('C6 of a stock of %i the largest count is %s', (stock, count) => {
  expect(largestCount(stock)).toBe(count);
});

test.each([
  [null, 100, null],
  [10, 12, 10],
  [10, 9, 5],
  [100, 60, 50],
  [5, 4, null],
])('C6 with %s chosen and a stock of %i it is %s', (chosen, stock, count) => {
  expect(countInForce(chosen, stock)).toBe(count);
});

test('R5 prizes are grouped by rarity, the rarest first, in the order in which they were drawn', () => {
  const prizes = [coupon(1, 'simple'), coupon(2, 'epic'), coupon(3, 'rare'), coupon(4, 'simple')];
  expect(prizeGroups(prizes).map(({ color, prizes: of }) => [color, of.map(({ id }) => id)])).toEqual([
    ['epic', [2]],
    ['rare', [3]],
    ['simple', [1, 4]],
  ]);
  expect(prizeGroups([])).toEqual([]);
});

test('R5 the most common prize is the first of those that are equally common', () => {
  expect(commonestAt([coupon(1, 'legendary'), coupon(2, 'common'), coupon(3, 'common')])).toBe(1);
  expect(commonestAt([])).toBe(-1);
});

test('R5 reels land from the common to the rare, equal rarities in the order of their draws', () => {
  const prizes = [coupon(1, 'epic'), coupon(2, 'simple'), coupon(3, 'rare'), coupon(4, 'simple')];
  expect(landingOrder(prizes)).toEqual([1, 3, 2, 0]);
});

test('R5 five and ten have a reel each; one piece, and more than ten, have one', () => {
  expect([null, 5, 10, 25, 50, 100].map(reelRows)).toEqual([1, 5, 10, 1, 1, 1]);
});

test('R5 equal prizes are stacked; another price or rarity makes another stack', () => {
  const dice = { ...coupon(1, 'simple'), name: 'dice', premiumCoinsPrice: 5 };
  const prizes = [dice, { ...dice, id: 2 }, { ...dice, id: 3, premiumCoinsPrice: 6 }, coupon(4, 'rare')];
  const stacks = prizeStacks(prizes).map(({ first, prizes: equal }) => [first.id, equal.map(({ id }) => id)]);
  expect(stacks).toEqual([
    [1, [1, 2]],
    [3, [3]],
    [4, [4]],
  ]);
});

test('R5 "exchange the rest" keeps rare prizes and what cannot be exchanged', () => {
  const prizes = [
    coupon(1, 'simple'),
    { ...coupon(2, 'common'), isSwapAvailable: false },
    coupon(3, 'improved'),
    coupon(4, 'rare'),
    coupon(5, 'epic'),
  ];
  expect(restOf(prizes).map(({ id }) => id)).toEqual([1, 3]);
});

test('C5 coupons are worth what they bring together', () => {
  expect(worthOf([coupon(40, 'simple'), coupon(2, 'epic')])).toBe(42);
});
