import { LOCALES } from '#/contract/kernel/locale.ts';
import { builtFiles } from '#/server/platform/pages/builtFiles.ts';
import { PLAYGROUND, SITE_PAGES } from '#/server/platform/pages/sitePages.ts';
import { expect, test } from '../fixtures.ts';

test('N19 the build has each file that a document tells the browser to fetch ahead', async () => {
  const files = await builtFiles('dist/client');
  const parts = [...SITE_PAGES, PLAYGROUND].map((page) => page.parts ?? {});
  const modules = parts.flatMap(({ early = [], modules: later = [] }) => [early, later].flat());
  const texts = parts.flatMap((part) => part.texts ?? []);
  const wanted = [
    ...modules.map((module) => `src/client/${module}`),
    ...texts.flatMap((name) => LOCALES.map((locale) => `locales/${locale}/${name}.json`)),
  ];
  expect(wanted.length).toBeGreaterThan(50);
  // code that the build has merged into another file has no entry, and the document would leave it out without a word
  expect(wanted.filter((key) => !files[key])).toEqual([]);
});
