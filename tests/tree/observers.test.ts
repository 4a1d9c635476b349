import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));

test('no observer looks at the first of its changes only: a busy page is told of several at once, the oldest first', () => {
  expect(files.some(({ text }) => text.includes('new IntersectionObserver('))).toBe(true);
  const hasty = files
    .filter(({ text }) => /new \w+Observer\(\s*(?:async )?\(\s*\[/.test(text))
    .map(({ file }) => file);
  expect(hasty).toEqual([]);
});
