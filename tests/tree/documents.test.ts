import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Where a path in a document may begin. */
const ROOTS = ['', 'src', 'src/client'];
const ENDINGS = ['', '.ts', '.test.ts', '.test.tsx'];

/** Lists the links and paths of a document that lead to no file of the repository. */
function lostPaths(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?<path>[^)#:]+)(?:#[^)]*)?\)/g)]
    .map(({ groups }) => groups?.['path'] ?? '')
    .filter((path) => !existsSync(normalize(join(dirname(document), path))));
  const paths = [...text.matchAll(/`(?<path>(?:src|tests|docs|server|client|contract|stage)\/[\w./-]+)`/g)]
    .map(({ groups }) => groups?.['path'] ?? '')
    .filter((path) => !ROOTS.some((root) => ENDINGS.some((ending) => existsSync(join(root, path) + ending))));
  return [...links, ...paths].map((path) => `${document}: ${path}`);
}

test('every link and path in a document leads to a file', () => {
  expect(documents.length).toBeGreaterThan(8);
  expect(documents.flatMap((document) => lostPaths(document, readFileSync(document, 'utf8')))).toEqual([]);
});

test('a link or path that leads nowhere is found', () => {
  const text = '[there](limits.md), [gone](gone.md), `src/server/app.ts`, `server/gone.ts`';
  expect(lostPaths('docs/new.md', text)).toEqual(['docs/new.md: gone.md', 'docs/new.md: server/gone.ts']);
});

/** The rooms of a floor that the tree of the README does not name. */
function unnamedRooms(readme: string, side: string, floor: string): string[] {
  const ofSide = readme.split(`\nsrc/${side}/`)[1]?.split(/\n(?=\w)/)[0] ?? '';
  const words = new Set(
    ofSide
      .split(new RegExp(`\n {2}${floor}/ `))[1]
      ?.split(/\n {2}(?=\w)/)[0]
      ?.match(/\w+/g),
  );
  return readdirSync(join('src', side, floor), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !words.has(entry.name))
    .map(({ name }) => `src/${side}/${floor}/${name}`);
}

test.each([
  ['server', 'platform'],
  ['server', 'domain'],
  ['client', 'ui'],
  ['client', 'platform'],
  ['client', 'domain'],
])('the README names every room of src/%s/%s', (side, floor) => {
  const readme = readFileSync('README.md', 'utf8');
  expect(unnamedRooms(readme, side, floor)).toEqual([]);
  // without its lines every room is missing
  expect(unnamedRooms(readme.replaceAll(`\n  ${floor}/ `, '\n'), side, floor).length).toBeGreaterThan(3);
});
