import { readFile } from 'node:fs/promises';
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

test('N19 the browser compiles each file of a page while it arrives', async () => {
  const files = Object.values(await builtFiles('dist/client')).filter(({ file }) => file.endsWith('.js'));
  const texts = await Promise.all(files.map(({ file }) => readFile(`dist/client/${file}`, 'utf8')));
  const code = texts.filter((text) => /=>|\bfunction\b/.test(text));
  expect(code.length).toBeGreaterThan(50);
  const late = code.filter((text) => !text.startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(late.map((text) => text.slice(0, 80))).toEqual([]);
});

test('N19 whoever looks through the landing page without its scenes, as over a slow line, loads at most 300 kB of scripts', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await page.goto('/');
  const scripts = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize: bytes }) => ({ file: name.split('/').at(-1) ?? '', bytes })),
    );
  const isThere = async (part: string) => (await scripts()).some(({ file }) => file.startsWith(part));
  await page.locator('#cases').scrollIntoViewIfNeeded();
  await expect.poll(() => isThere('prizes-')).toBe(true);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(() => isThere('dialogs-')).toBe(true);
  await page.waitForLoadState('networkidle');
  const bytes = (await scripts()).reduce((sum, script) => sum + script.bytes, 0);
  expect(bytes).toBeGreaterThan(200_000);
  expect(bytes).toBeLessThan(300_000);
});

test('N19 a page that is opened in the background loads, although browsers delay its timers', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    const soon = globalThis.setTimeout.bind(globalThis);
    const delayed = (task: () => void, delayMs?: number) => soon(task, delayMs ?? 600_000);
    Object.defineProperty(globalThis, 'setTimeout', { value: delayed });
  });
  await page.goto('/');
  await expect(page.locator('#page-data')).toHaveCount(0);
});
