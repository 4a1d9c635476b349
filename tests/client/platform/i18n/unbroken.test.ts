import { expect, test } from 'vitest';

const files = import.meta.glob<string>('../../../../locales/*/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});
/** Words that lose their meaning at a line break; a word joiner stands behind each hyphen. */
const BREAKS = /\b[Ee]-mail|HMAC-SHA|SHA-256/;
/** A shorter text, such as the label of a field, has room for its line. */
const LONG = 24;

test('E5 a hyphen of “e-mail” and of the names of hashes ends no line', () => {
  const broken = Object.entries(files)
    // mails are read in programs that may show a joiner
    .filter(([file]) => !file.endsWith('/mail.json'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/: (".*")/g)]
        .map(([, value]) => JSON.parse(value!) as string)
        .filter((value) => value.length > LONG && BREAKS.test(value))
        .map((value) => `${file}: ${value}`),
    );
  expect(broken).toEqual([]);
});
