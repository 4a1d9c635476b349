import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

// the second test of each pair runs after the first, in the same worker
test.describe.configure({ mode: 'serial' });

let earlier: BrowserContext;
let heard = 0;

/** Everything that a page can leave behind. */
const traces = (page: Page) =>
  page.evaluate(async () => ({
    cookie: document.cookie.includes('planted'),
    local: localStorage.getItem('planted'),
    session: sessionStorage.getItem('planted'),
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'planted'),
    caches: await caches.keys(),
    name: window.name,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    before: history.length,
    width: innerWidth,
    language: navigator.language,
    isScripted: 'planted' in window,
    isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
  }));

let clean: Awaited<ReturnType<typeof traces>>;

test.describe('a test sees nothing of the one before', () => {
  test.use({ allowedErrors: [/418/] });

  test('L4 it leaves something in each place', async ({ page, context }) => {
    await page.goto('/en/terms');
    clean = await traces(page);
    earlier = context;
    await context.grantPermissions(['clipboard-read']);
    await page.setViewportSize({ width: 600, height: 500 });
    await context.route('**/en/auth', (route) => route.fulfill({ status: 418 }));
    await page.route('**/en/privacy', (route) => route.fulfill({ status: 418 }));
    page.on('request', () => (heard += 1));
    await (await context.newPage()).goto('/en/credits');
    await page.evaluate(async () => {
      document.cookie = 'planted=1; path=/';
      localStorage.setItem('planted', '1');
      sessionStorage.setItem('planted', '1');
      window.name = 'planted';
      history.pushState(null, '', '/en/terms#planted');
      await caches.open('planted');
      await new Promise((resolve) => {
        indexedDB.open('planted').onsuccess = resolve;
      });
    });
    expect(await traces(page)).not.toEqual(clean);
  });

  test('L4 the next one has the same context, empty', async ({ page, context }) => {
    expect(context).toBe(earlier);
    const heardBefore = heard;
    expect(context.pages()).toEqual([page]);
    expect(await context.cookies()).toEqual([]);
    expect((await page.goto('/en/privacy'))?.status()).toBe(200);
    expect((await page.goto('/en/auth'))?.status()).toBe(200);
    expect({ ...(await traces(page)), before: clean.before }).toEqual(clean);
    expect(heard).toBe(heardBefore);
  });

  test('L4 what cannot be taken back ends the context', async ({ page, context }) => {
    expect(context).toBe(earlier);
    await page.addInitScript(() => Object.assign(window, { planted: true }));
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install({ time: 0 });
    await page.goto('/en/terms');
    expect(await traces(page)).toMatchObject({ isScripted: true, isCalm: false });
  });

  test('L4 and the next one has another', async ({ page, context }) => {
    expect(context).not.toBe(earlier);
    await page.goto('/en/terms');
    expect(await traces(page)).toEqual(clean);
    expect(await page.evaluate(() => Date.now())).toBeGreaterThan(1e12);
  });
});
