import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { books } from '#/server/domain/books/books.ts';

const textsOf = (locale: string) =>
  (
    JSON.parse(readFileSync(`locales/${locale}/operatorBooks.json`, 'utf8')) as {
      books: Record<string, string>;
    }
  ).books;

test.each(LOCALES)(
  'O22 every book has a sentence in %s, of its own, and no sentence is left over',
  (locale) => {
    const texts = textsOf(locale);
    expect(Object.keys(texts).toSorted()).toEqual([...books.keys()].toSorted());
    expect(new Set(Object.values(texts)).size).toBe(books.size);
    expect(books.size).toBeGreaterThan(50);
  },
);

test('O22 the sentences of books are in the language of the reader', () => {
  const words = { ru: /[а-яё]/i, uk: /[а-яіїєґ]/i };
  for (const [locale, letters] of Object.entries(words))
    for (const text of Object.values(textsOf(locale))) expect(text).toMatch(letters);
  for (const text of Object.values(textsOf('ru'))) expect(text).not.toMatch(/[іїєґ]/i);
  for (const text of Object.values(textsOf('uk'))) expect(text).not.toMatch(/[ыэъё]/i);
});
