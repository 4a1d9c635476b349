import { expect, test } from 'vitest';

const files = import.meta.glob<string>('../../../../locales/{ru,uk}/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});
/** Texts of a number that never reaches 21. */
const BELOW_21 = new Set(['settings.password.keepPasskeys']);

type Texts = { [key: string]: string | Texts };
const flat = (texts: Texts, above = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[above + key, text] as [string, string]] : flat(text, `${above}${key}.`),
  );

test('RT10 the Russian and Ukrainian form of one, which 21 has too, tells its number', () => {
  const wrong = Object.entries(files).flatMap(([file, text]) =>
    flat(JSON.parse(text) as Texts)
      .filter(([key, form]) => key.endsWith('_one') && !form.includes('{{'))
      .map(([key]) => key.slice(0, -'_one'.length))
      .filter((key) => !BELOW_21.has(key))
      .map((key) => `${file}: ${key}`),
  );
  expect(Object.keys(files).length).toBeGreaterThan(40);
  expect(wrong).toEqual([]);
});
