import { afterEach, expect, test } from 'vitest';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { centsOf, euroOf, hundredthsOf } from '#/operator/parts/typedEuro.ts';

const ownLocale = pageConfig.locale;
afterEach(() => {
  pageConfig.locale = ownLocale;
});

test.each<[Locale, string, string]>([
  ['en', '1234.50', '12.5'],
  ['ru', '1234,50', '12,5'],
  ['uk', '1234,50', '12,5'],
])('O29 a sum in a field has the decimal sign of %s, and is read as it stands', (locale, shown, rate) => {
  pageConfig.locale = locale;
  expect(euroOf(123_450)).toBe(shown);
  expect(hundredthsOf(1250)).toBe(rate);
  expect(centsOf(euroOf(123_450))).toBe(123_450);
});
