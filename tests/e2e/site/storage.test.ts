import { expect, test } from '../fixtures.ts';

test('E6 the site works in a browser that denies its storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  for (const path of ['/en', '/en/auth', '/en/donate']) {
    // waits until the page is hydrated
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    const tab = page.locator('main').getByRole('tab').nth(1);
    await tab.click();
    await expect(tab, path).toHaveAttribute('aria-selected', 'true');
  }
});
