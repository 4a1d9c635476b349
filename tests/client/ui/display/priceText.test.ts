import { expect, test } from 'vitest';
import { priceText } from '#/client/ui/display/priceText.ts';

const NBSP = '\u00A0';

test.each([
  ['ru', `2${NBSP}300${NBSP}OC`],
  ['uk', `2${NBSP}300${NBSP}OC`],
  ['en', `2,300${NBSP}OC`],
])('coins in %s', (locale, text) => {
  expect(priceText({ currency: 'OC', amount: 2300 }, locale)).toBe(text);
});

test.each([
  ['ru', `1${NBSP}234,50${NBSP}€`],
  ['uk', `1${NBSP}234,50${NBSP}€`],
  ['en', '€1,234.50'],
])('cents in %s, with the sign of the euro and no space that breaks', (locale, text) => {
  expect(priceText({ currency: 'EUR', cents: 123_450 }, locale)).toBe(text);
});
