import { expect, test } from 'vitest';
import { vatBasisPoints } from '#/server/operator/vatPercent.ts';

test.each([
  ['21', 2100],
  ['25.5', 2550],
  ['0', 0],
  ['', undefined],
  [' ', undefined],
  ['0x15', undefined],
  ['1e1', undefined],
  ['25,5', undefined],
  ['-5', undefined],
  ['21.005', undefined],
  [undefined, undefined],
])('O25 the command takes the rate %j as %j', (text, basisPoints) => {
  expect(vatBasisPoints(text)).toBe(basisPoints);
});
