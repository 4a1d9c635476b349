import { expect, test } from 'vitest';

const files = import.meta.glob<string>('../../../../locales/uk/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});
/** Apostrophes other than the ’ of all texts: a search for a word finds it in only one spelling. */
const OTHERS = /\u02BC|\p{Script=Cyrillic}['\u2018\uFF07]\p{Script=Cyrillic}/u;

test('RT10 Ukrainian words are written with one and the same apostrophe', () => {
  const wrong = Object.entries(files).flatMap(([file, text]) =>
    text
      .split('\n')
      .filter((line) => OTHERS.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(Object.keys(files).length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
