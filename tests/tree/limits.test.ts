import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * docs/limits.md lists every rate limit of the source: those counted in the database, which have a name, and those that
 * each process counts, which have a file.
 */

const MS: Record<string, number> = { MINUTE_MS: 60_000, HOUR_MS: 3_600_000, DAY_MS: 86_400_000 };
const SPAN: Record<number, string> = {
  10_000: '10 s',
  60_000: '1 min',
  600_000: '10 min',
  900_000: '15 min',
  3_600_000: '1 h',
  86_400_000: '24 h',
};

const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(`src/server/${file}`, 'utf8') }));
const page = readFileSync('docs/limits.md', 'utf8').replaceAll(/ +/g, ' ');

/** Reads a span as the source writes it: `10 * MINUTE_MS`, `60_000`, or a constant of the file. */
function spanOf(written: string, text: string): string {
  const ms = written
    .split(' * ')
    .map((factor) => MS[factor] ?? Number((constantOf(factor, text) ?? factor).replaceAll('_', '')))
    .reduce((product, factor) => product * factor);
  return SPAN[ms] ?? `${ms} ms`;
}

const constantOf = (name: string, text: string): string | undefined =>
  new RegExp(`const ${name} = ([\\d_]+);`).exec(text)?.[1];

/** Limits counted in the database, as rows of the page; their name is a word. */
function namedLimits(files: typeof sources): string[] {
  const written = /\bname: '(\w+)',\s+limit: (\w+),\s+windowMs: ([^,}]+?),?\s*\}/g;
  return files.flatMap(({ text }) =>
    [...text.matchAll(written)].map(
      ([, name, limit, windowMs]) => `| \`${name}\` | ${limit} | ${spanOf(windowMs!, text)} |`,
    ),
  );
}

/** Limits that each process counts, as rows of the page without what they are of. */
function processLimits(files: typeof sources): string[] {
  const written = /\bmax: (\w+)(?: \* [\w.]+)?,\s+timeWindow: (\w+)/g;
  return files.flatMap(({ file, text }) =>
    [...text.matchAll(written)].map(
      ([, max, windowMs]) => `| ${constantOf(max!, text)} | ${spanOf(windowMs!, text)} | \`${file}\` |`,
    ),
  );
}

const rowsOf = (pattern: RegExp, form: string) =>
  [...page.matchAll(pattern)].map(([row]) => row.replace(pattern, form)).toSorted();

test('SE9 docs/limits.md names every limit of the database with its number and window, and no other', () => {
  const limits = new Set(namedLimits(sources));
  expect(limits.size).toBeGreaterThan(40);
  const rows = rowsOf(/^\| (`\w+`) \| (\d+) \| (\d+ \w+) \| .*$/gm, '| $1 | $2 | $3 |');
  expect(rows).toEqual([...limits].toSorted());
});

test('SE9 docs/limits.md names every limit of a process with its number, window and file, and no other', () => {
  const limits = processLimits(sources);
  const limiters = sources.flatMap(
    ({ text }) => text.match(/createRateLimit\(\{|fastifyRateLimit, \{/g) ?? [],
  );
  expect(limits).toHaveLength(limiters.length);
  const rows = rowsOf(/^\| (\d+) \| (\d+ \w+) \| .* \| (`[\w/]+\.ts`) \|$/gm, '| $1 | $2 | $3 |');
  expect(rows).toEqual(limits.toSorted());
});

test('a limit in a new file is read', () => {
  const text =
    "const WINDOW_MS = 10_000;\nconst MOST = 7;\ncreateRateLimit({ max: MOST * deps.config.rateLimitScale, timeWindow: WINDOW_MS })\nconst A = { name: 'fresh', limit: 5, windowMs: 15 * MINUTE_MS };";
  const files = [{ file: 'areas/new.ts', text }];
  expect(namedLimits(files)).toEqual(['| `fresh` | 5 | 15 min |']);
  expect(processLimits(files)).toEqual(['| 7 | 10 s | `areas/new.ts` |']);
});
