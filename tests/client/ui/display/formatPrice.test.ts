import { expect, test, vi } from 'vitest';
import { cachedByLocale, formatPrice } from '#/client/ui/display/formatPrice.ts';

const NBSP = '\u00A0';

test.each([
  ['ru', `2${NBSP}300${NBSP}OC`],
  ['uk', `2${NBSP}300${NBSP}OC`],
  ['en', `2,300${NBSP}OC`],
])('coins in %s', (locale, text) => {
  expect(formatPrice({ currency: 'OC', amount: 2300 }, locale)).toBe(text);
});

test.each([
  ['ru', `1${NBSP}234,50${NBSP}€`],
  ['uk', `1${NBSP}234,50${NBSP}€`],
  ['en', '€1,234.50'],
])('cents in %s, with the sign of the euro and no space that breaks', (locale, text) => {
  expect(formatPrice({ currency: 'EUR', cents: 123_450 }, locale)).toBe(text);
});

test('a formatter is made once for each language, when it is first needed', () => {
  const create = vi.fn((locale: string) => new Intl.NumberFormat(locale));
  const format = cachedByLocale(create);
  expect(create).not.toHaveBeenCalled();
  expect(format('uk')).toBe(format('uk'));
  expect(format('en').format(1234.5)).toBe('1,234.5');
  expect(create.mock.calls).toEqual([['uk'], ['en']]);
});
