import type { Locator } from '@playwright/test';
import { LOCALES, localePrefix } from '#/contract/locale.ts';
import { expect, seriousFaults, test } from './fixtures.ts';

for (const locale of LOCALES)
  test(`RT12 the kit in ${locale}: no sideways scroll, accessible`, async ({ page }) => {
    await page.goto(`${localePrefix(locale)}/playground#kit`);
    await expect(page.getByRole('heading', { level: 2, name: 'Notices and waiting' })).toBeVisible();
    for (const width of [320, 390, 768, 1170, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBe(width);
    }
    expect(await seriousFaults(page)).toEqual([]);
  });

const lightOf = (button: Locator) =>
  button.evaluate((element) => getComputedStyle(element, '::before').backgroundImage);
const ringOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).outlineStyle);

test('the kit shows hover and focus as they are', async ({ page }) => {
  await page.goto('/en/playground#kit');
  const button = (state: string) =>
    page.locator(`[data-show=${state}] button[data-variant=secondary]:enabled`).first();
  const rest = button('rest');
  await expect(rest).toBeVisible();
  const atRest = await lightOf(rest);
  await expect.poll(() => lightOf(button('hover'))).not.toBe(atRest);
  expect(await ringOf(button('focus'))).toBe('solid');
  expect(await ringOf(rest)).toBe('none');
  await rest.hover();
  await expect.poll(() => lightOf(rest)).toBe(await lightOf(button('hover')));
});

test('RT12 the roulette lands on the winner that was chosen, when the answer comes', async ({ page }) => {
  await page.goto('/en/playground#roulette');
  const reel = page.getByRole('img', { name: 'The reel of the playground' });
  await expect(reel).toHaveAttribute('data-renderer', /webgl|canvas|dom/, { timeout: 20_000 });
  const items = page.getByRole('textbox', { name: 'Items' });
  await items.fill('5');
  await items.press('Tab');
  await page.getByRole('combobox', { name: 'Winner' }).click();
  await expect(page.getByRole('option')).toHaveCount(5);
  await page.getByRole('option').nth(3).click();
  await page.getByRole('button', { name: 'Spin' }).click();
  await expect(reel).toHaveAttribute('data-phase', 'accelerating');
  await expect(reel).toHaveAttribute('data-phase', 'finished', { timeout: 30_000 });
  await expect(reel).toHaveAttribute('data-winner', '4');
  expect(await seriousFaults(page)).toEqual([]);
});
