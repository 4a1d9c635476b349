import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';
import { SITE_PAGES } from '#/server/platform/pages/sitePages.ts';

const client = join(projectRoot, 'src/client');
const app = readFileSync(join(client, 'app/App.tsx'), 'utf8');
const SHOP_TEXTS = "'shop', 'errors'";

/** Modules with their texts, as the client's routes load them. */
const loaded = new Map(
  [
    ...app.matchAll(
      /page\(\s*(SHOP_TEXTS|\[[^\]]*\]),\s*async \(\) => \(await import\('#\/client\/([^']+)'\)\)/g,
    ),
  ].map(([, texts = '', module = '']) => [
    module,
    texts
      .replace('...SHOP_TEXTS', SHOP_TEXTS)
      .replace('SHOP_TEXTS', SHOP_TEXTS)
      .match(/[a-z]+/g),
  ]),
);

test('the server fetches ahead for each page what the client will load for it', () => {
  expect(loaded.size).toBeGreaterThan(8);
  for (const { path, parts } of SITE_PAGES) {
    const texts = new Set(parts?.modules?.flatMap((module) => loaded.get(module) ?? []));
    expect([path, parts?.texts], path).toEqual([path, [...texts]]);
  }
});

/** Where texts of an area may be said without its name in the file: what a page shows of others. */
function textsSaidIn(module: string, seen = new Set<string>()): Set<string> {
  const said = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file) || !/\.tsx?$/.test(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, list = ''] of source.matchAll(/useTranslation\(([^)]*)\)/g))
      for (const name of list.match(/[a-z]+/g) ?? []) said.add(name);
    for (const [, name = ''] of source.matchAll(/\bt\(\s*[`']([a-z]+):/g)) said.add(name);
    for (const [, path = ''] of source.matchAll(/from '(\.[^']+)'/g)) visit(join(file, '..', path));
    for (const [, path = ''] of source.matchAll(/from '#\/(client\/[^']+)'/g))
      visit(join(client, '..', path));
  };
  visit(join(client, module));
  return said;
}

test('RT10 every page loads the texts that it says', () => {
  for (const [module, texts] of loaded) {
    const missing = [...textsSaidIn(module)].filter((name) => name !== 'common' && !texts?.includes(name));
    expect([module, missing]).toEqual([module, []]);
  }
});

const resultTitle = /'donate\/fail'\]\.map[\s\S]*?title: '([^']+)'/.exec(app)?.[1];

/** Keys of titles by path, as the client's routes have them. */
const routeTitles = new Map<string, string | undefined>([
  ['/', 'landing:title'],
  ...['donate/success', 'donate/fail'].map((path) => [path, resultTitle] as const),
  ...[...app.matchAll(/path: '([^']+)',\s*handle: \{ title: '([^']+)'/g)].map(
    ([, path = '', title = '']) => [path, title] as const,
  ),
]);

test('RT16 the server and the client have the same title for a page', () => {
  for (const { path, title } of SITE_PAGES) {
    const route = path === '/' ? path : path.slice(1).replace(/\(.*\)$/, '');
    // the cases inside the cabinet are children of its route
    const known = routeTitles.get(route.startsWith('cabinet/') ? 'cabinet' : route);
    expect([path, title]).toEqual([path, known]);
  }
});

test.each(LOCALES)('RT16 every page has a short title of its own in %s', (locale) => {
  const titles = new Map<string, string>();
  for (const { path, title, description } of SITE_PAGES) {
    const text = pageText(locale, title ?? '') ?? '';
    expect(text.length, path).toBeGreaterThan(3);
    expect(`${text} — ONE RP`.length, path).toBeLessThanOrEqual(60);
    // results of search engines show it alone
    if (description) {
      expect(titles.get(text), path).toBeUndefined();
      titles.set(text, path);
    }
  }
});
