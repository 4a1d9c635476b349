import { expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { samePlaceIn } from '#/client/platform/navigation/paths.ts';

const place = (pathname: string) => ({ pathname, search: '', hash: '' });

test('RT10 the same place in another language keeps path, query and hash', () => {
  const shop = { pathname: '/en/donate', search: '?order=7', hash: '#cases' };
  expect(LOCALES.map((locale) => samePlaceIn(locale, shop))).toEqual([
    '/donate?order=7#cases',
    '/uk/donate?order=7#cases',
    '/en/donate?order=7#cases',
  ]);
  expect(LOCALES.map((locale) => samePlaceIn(locale, place('/uk')))).toEqual(['/', '/uk', '/en']);
});

test.each(['//evil.example', '/en//evil.example', '/en/\\evil.example', '/\\/evil.example/en'])(
  'RT10 another language of %s is on this site',
  (path) => {
    for (const locale of LOCALES) {
      const { origin } = new URL(samePlaceIn(locale, place(path)), 'https://one.example/en/');
      expect(origin).toBe('https://one.example');
    }
  },
);
