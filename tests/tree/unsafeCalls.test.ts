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

test('N19 `use` is called each time that its component is drawn, also when there is nothing to wait for: React warns otherwise', () => {
  expect(files.some(({ text }) => /\buse\(/.test(text))).toBe(true);
  // behind a condition, or after `??`, `&&`, `||` or `?`
  const sometimes = files
    .filter(({ text }) => /(?:\bif \([^\n]*\)|\?\??|&&|\|\|)\s*use\(/.test(text))
    .map(({ file }) => file);
  expect(sometimes).toEqual([]);
});

test('E3 code is loaded later by `laterPart` only, which leaves the page standing when it does not come; a scene has its own way', () => {
  const LOADS = /import \{[^}]*\blazy\b[^}]*\} from 'react'/;
  const allowed = /^client\/stage\//;
  expect(files.some(({ text }) => LOADS.test(text))).toBe(true);
  const bare = files
    .filter(({ file, text }) => !allowed.test(file) && LOADS.test(text))
    .map(({ file }) => file);
  expect(bare).toEqual([]);
});

test("E6 the browser's storages are used through browserStorage.ts only: they throw when they are denied or full", () => {
  const users = files
    .filter(({ text }) => /\b(?:localStorage|sessionStorage)\b/.test(text))
    .map(({ file }) => file);
  expect(users).toEqual(['client/platform/api/browserStorage.ts']);
});

test('O33 no id is read as a number of 32 bits: those of a restored database go on beyond', () => {
  const ids = /(?:\bids?|_ids?|Ids?)"?::(?:int|integer|int4)\b/;
  expect('a.id::int page.goods_ids::int[] "accountId"::int4'.match(new RegExp(ids, 'g'))).toHaveLength(3);
  const short = files.filter(({ text }) => ids.test(text)).map(({ file }) => file);
  expect(short).toEqual([]);
});
