import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';

/** Keys that the pages put together at run time, with their file: `operator:acts.`. */
const USED = [
  ...new Set(
    readdirSync('src/operator', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) =>
        Array.from(readFileSync(`src/operator/${name}`, 'utf8').matchAll(/known\(`([\w:.]+)\./g)),
      )
      .map(([, key = '']) => key),
  ),
];

const textAt = (locale: string, key: string): unknown => {
  const [file = '', path = ''] = key.split(':');
  const texts: unknown = JSON.parse(readFileSync(`locales/${locale}/${file}.json`, 'utf8'));
  return path
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts);
};

test.each(LOCALES)('O29 every group of texts that a page looks into is there in %s', (locale) => {
  expect(USED.length).toBeGreaterThan(8);
  const missing = USED.filter((key) => typeof textAt(locale, key) !== 'object');
  expect(missing).toEqual([]);
});

const FILES = ['operator', 'operatorGame', 'operatorOrders', 'operatorPeople', 'operatorPlayers'];

const sentencesIn = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts as object).flatMap(sentencesIn);

test.each(LOCALES)('O29 the way out of a dialog reads like no act in %s', (locale) => {
  const wayOut = textAt(locale, 'operator:act.cancel');
  const sentences = FILES.flatMap((file) =>
    sentencesIn(JSON.parse(readFileSync(`locales/${locale}/${file}.json`, 'utf8'))),
  );
  expect(sentences.length).toBeGreaterThan(500);
  expect(sentences.filter((sentence) => sentence === wayOut)).toEqual([wayOut]);
});
