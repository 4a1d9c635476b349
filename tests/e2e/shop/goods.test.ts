import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { signInAsDemo } from '../player.ts';
import { isOnCheckout, nameDemo } from '../shopFront.ts';

test('S8 S9 euro lead to the verification page, with the quantity that survived a reload', async ({
  page,
}) => {
  await page.goto('/donate#Premium');
  const quantity = page.getByRole('textbox', { name: 'Количество: Premium · 30 дней' });
  await quantity.fill('3');
  await expect(page.getByRole('button', { name: /· 74,70/ })).toBeVisible();
  await page.reload();
  await expect(quantity).toHaveValue('3');
  await nameDemo(page);
  await page.getByRole('button', { name: /Купить «Premium · 30 дней»/ }).click();
  await isOnCheckout(page);
  const stored = await page.evaluate(() => localStorage.getItem('product'));
  expect(JSON.parse(stored ?? '')).toMatchObject({
    product_type: 'Premium',
    total_cents: 7470,
    product_qty: 3,
  });
});

const openModal = async (page: Page) => {
  await page.goto('/donate#Services');
  await page.getByRole('button', { name: /Купить «Смена имени»/ }).click();
  await expect(page.getByRole('dialog', { name: 'Смена имени' })).toBeVisible();
};

test('S10 a purchase with coins says so, reloads the page and took the coins', async ({ page }) => {
  await signInAsDemo(page);
  await openModal(page);
  const before = await balance(page);
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  const buy = page.getByRole('button', { name: /^Купить за 60\sOC$/ });
  await buy.click();
  await expect(page.getByText('Готово, всё твоё!')).toBeVisible();
  await page.waitForFunction(() => !('isOldPage' in window));
  await expect(page.getByRole('button', { name: /Купить «Смена имени»/ })).toBeVisible();
  await expect.poll(() => balance(page)).toBeLessThanOrEqual(before - 60);
});

/** Reads the last balance that this browser received. */
const balance = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('user') ?? '') as { state: { user: { premiumCoins: number } } }).state
        .user.premiumCoins,
  );
