import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

test.use({ viewport: { width: 1280, height: 720 } });

const isLaidOut = (page: Page, section: 'servers' | 'start') =>
  page.locator(`#${section}`).evaluate((element) => element.checkVisibility());

test('N21 what is below the first window gets a layout part by part, and at once when the visitor does anything', async ({
  page,
}) => {
  // in this test the style sheet must not give it a layout by itself
  await page.addInitScript(() =>
    document.addEventListener('readystatechange', () =>
      document.documentElement.style.setProperty('--d-layout', '3600s'),
    ),
  );
  let sendCode = () => {};
  const mayComeNow = new Promise<void>((resolve) => (sendCode = resolve));
  await page.route('**/assets/main-*.js', async (route) => {
    await mayComeNow;
    await route.continue();
  });
  const shown = page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-laid-out', 'next');
  await expect.poll(() => isLaidOut(page, 'servers')).toBe(true);
  expect(await isLaidOut(page, 'start')).toBe(false);
  await page.mouse.wheel(0, 1);
  await expect.poll(() => isLaidOut(page, 'start')).toBe(true);
  sendCode();
  await shown;
});

test.describe('while no code comes', () => {
  test.use({ allowedErrors: [/index-.*ERR_FAILED|ERR_FAILED.*index-/] });

  test('N21 what is below the first window gets a layout after a moment', async ({ page }) => {
    // a page of its own, because the first waits for the code whenever it is sent somewhere
    const other = await page.context().newPage();
    await other.route('**/assets/index-*.js', (route) => route.abort());
    await other.goto('/');
    await expect.poll(() => isLaidOut(other, 'start')).toBe(true);
    await other.close();
  });
});

test('N21 without script everything has a layout at once', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  expect(await isLaidOut(page, 'start')).toBe(true);
  await context.close();
});
