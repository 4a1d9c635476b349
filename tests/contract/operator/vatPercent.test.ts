import { expect, test } from 'vitest';
import { basisPointsOf } from '#/contract/operator/vat.ts';

test.each([
  ['21', 2100],
  ['25.5', 2550],
  ['25,05', 2505],
  [' 21 % ', 2100],
  ['0', 0],
  ['100', 10_000],
  ['100.01', undefined],
  ['', undefined],
  [' ', undefined],
  ['0x15', undefined],
  ['1e1', undefined],
  ['-5', undefined],
  ['21.005', undefined],
])('O25 an operator who types the rate %j means %j', (typed, basisPoints) => {
  expect(basisPointsOf(typed)).toBe(basisPoints);
});
