import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AssetsOf, pageAssets } from '#/server/platform/pages/pageAssets.ts';

const PAGE = 'areas/cabinet/CabinetPage.tsx';
const fonts = ['cyrillic', 'latin'].flatMap((subset) => [
  `assets/fonts/tektur-${subset}-standard-normal.woff2`,
  `assets/fonts/onest-${subset}-wght-normal.woff2`,
]);
/** Style sheets of files of the build. */
const SHEETS: Record<string, string> = {
  'index.html': 'index.css',
  frame: 'frame.css',
  [`src/client/${PAGE}`]: 'page.css',
};
/** Name of a file of the build, the files it imports, and its size in bytes. */
const BUILT: Record<string, [string, string[], number]> = {
  'index.html': ['index.js', ['loader'], 20],
  loader: ['loader.js', [], 10],
  'src/client/platform/api/earlyAnswers.ts': ['early.js', ['loader'], 15],
  'src/client/app/main.tsx': ['main.js', ['frame', 'react'], 5],
  frame: ['frame.js', ['react'], 60_000],
  react: ['react.js', [], 60_000],
  'locales/en/common.json': ['common.js', [], 30],
  'locales/en/cabinet.json': ['cabinet.js', [], 40],
  [`src/client/${PAGE}`]: ['page.js', ['frame'], 90],
  'assets/landing/street-tall.avif': ['street.avif', [], 0],
};

let folder: string;
let assetsOf: AssetsOf;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-assets-'));
  mkdirSync(join(folder, '.vite'));
  const files = Object.entries(BUILT).map(([key, [file, imports, bytes]]) => {
    writeFileSync(join(folder, file), ' '.repeat(bytes));
    const sheet = SHEETS[key];
    if (sheet) writeFileSync(join(folder, sheet), `.of-${sheet.replace('.css', '')}{color:red}`);
    return [key, { file, imports, css: sheet ? [sheet] : [] }];
  });
  const manifest = [...files, ...fonts.map((font) => [font, { file: font }])];
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(manifest)));
  assetsOf = await pageAssets(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const page = { modules: [PAGE], texts: ['cabinet'] };
/** The files that elements name, with what they say of their priority. */
const files = (elements: readonly string[]) =>
  elements.map((element) => {
    const [, file] = /(?:href|content)="\/([^"]+)"/.exec(element) ?? [];
    return `${file}${element.includes('fetchpriority="low"') ? ' low' : ''}`;
  });

test('N19 without markup the frame is asked for first, its large files before the small ones, and then the page', () => {
  const { first, last } = assetsOf(page, 'en', { isRendered: false, hasStyles: false });
  expect(files(first)).toEqual([
    'index.js',
    'loader.js',
    'early.js',
    'frame.js',
    'react.js',
    'main.js',
    'common.js',
    ...fonts.slice(2).map((font) => `${font} low`),
  ]);
  expect(files(last)).toEqual(['frame.css', 'page.css', 'page.js low', 'cabinet.js low']);
});

test('N19 a page with markup can be read before: its fonts come first, and code that runs later is only named', () => {
  const { first, last } = assetsOf({ ...page, picture: 'landing/street' }, 'en', {
    isRendered: true,
    hasStyles: true,
  });
  expect(files(first.slice(0, 2))).toEqual(fonts.slice(2));
  const code = last.filter((element) => !element.includes('stylesheet'));
  expect(files(code)).toEqual(['main.js', 'frame.js', 'react.js', 'common.js', 'page.js', 'cabinet.js']);
  expect(code.every((element) => element.startsWith('<meta'))).toBe(true);
});

test.each([true, false])(
  'N19 a document carries its rules, those of the frame first, or fetches them: rendered %s',
  (isRendered) => {
    const isFetched = (element: string) => element.includes('stylesheet') && !element.includes(' disabled');
    const carrying = assetsOf(page, 'en', { isRendered, hasStyles: true });
    expect(carrying.styles).toBe('.of-index{color:red}.of-frame{color:red}.of-page{color:red}');
    expect(carrying.last.filter(isFetched)).toEqual([]);
    const fetching = assetsOf(page, 'en', { isRendered, hasStyles: false });
    expect(fetching.styles).toBe('');
    expect(files(fetching.last.filter(isFetched))).toEqual(['frame.css', 'page.css']);
  },
);
