import { expect, test } from 'vitest';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';

test.each([
  ['en', 'en'],
  ['uk-UA,uk;q=0.9,en;q=0.8', 'uk'],
  ['de-DE, en-GB;q=0.7, ru;q=0.3', 'en'],
  ['ru;q=0.2, uk;q=0.9', 'uk'],
  ['EN-us', 'en'],
  ['en;q=0, uk;q=0.1', 'uk'],
  ['de, fr', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
  [`${'de,'.repeat(5000)}en`, undefined],
])('%s asks for %s', (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale);
});
