import type { Page } from '@playwright/test';
import { SHOP_CASE_CELLS } from '#/contract/kernel/limits.ts';
import { expect, test } from '../fixtures.ts';
import { signInAsDemo } from '../player.ts';
import { isOnCheckout, nameDemo } from '../shopFront.ts';

test('S6 S14 RT4 the cases are padded to ten and lead to the page of each', async ({ page }) => {
  await signInAsDemo(page);
  await page.goto('/donate#cases');
  const grid = page.getByRole('tabpanel').locator('ul > li');
  await expect(grid).toHaveCount(SHOP_CASE_CELLS);
  const box = page.getByRole('article').filter({ hasText: 'Гаражная распродажа' });
  await expect(box).toContainText(/Купить от 20\sOC/);
  await box.getByRole('link').click();
  await expect(page).toHaveURL(/\/donate\/case\/7$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Гаражная распродажа' })).toBeVisible();
  await expect(page.getByText('≈ 2,00 €').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Сколько возьмёшь' }).getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Что может выпасть' }).getByText(/%$/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Открыть свой' })).toHaveAttribute('href', '/cabinet/case/7');
  const crumbs = page.getByRole('navigation', { name: 'Ты здесь' });
  await expect(crumbs.getByRole('listitem')).toHaveText(['Кабинет', 'Донат', 'Кейсы', 'Гаражная распродажа']);
});

test('S8 the chosen quantity survives a reload', async ({ page }) => {
  await page.goto('/donate#Premium');
  const quantity = page.getByRole('textbox', { name: 'Количество: Premium · 30 дней' });
  await quantity.fill('3');
  await expect(page.getByRole('button', { name: /· 74,70/ })).toBeVisible();
  await page.reload();
  await expect(quantity).toHaveValue('3');
});

test('S9 euro lead to the verification page, coins a visitor to the sign-in', async ({ page }) => {
  await page.goto('/donate#Premium');
  await page.getByRole('button', { name: /^Войти и купить «Premium · 7 дней»/ }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.goto('/donate#Premium');
  await nameDemo(page);
  await page.getByRole('button', { name: /Купить «Premium · 30 дней»/ }).click();
  await isOnCheckout(page);
  const stored = await page.evaluate(() => localStorage.getItem('product'));
  expect(JSON.parse(stored ?? '')).toMatchObject({
    product_type: 'Premium',
    total_cents: 2490,
    product_qty: 1,
  });
});

test('S9 S20 too few coins: the field is marked, and the top-up that covers them is focused and in view', async ({
  page,
}) => {
  await signInAsDemo(page);
  await page.goto('/donate#Services');
  const quantity = page.getByRole('textbox', { name: 'Количество: Слот гаража' });
  await quantity.fill('200');
  await page.getByRole('button', { name: /Купить «Слот гаража»/ }).click();
  await expect(quantity).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/^На счёте не хватает монет: нужно ещё 5\d\s\d{3}\sOC$/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const topUp = page.getByRole('button', {
    name: /^Пополнить на 4\s\d{3},\d\d\s€\. На счёте не хватает монет/,
  });
  await expect(topUp).toBeFocused();
  await expect(topUp).toBeInViewport();
  await topUp.click();
  await isOnCheckout(page);
  await expect(page.getByRole('region', { name: 'К оплате' })).toContainText('Слот гаража × 200');
  await page.goBack();
  await expect(quantity).toHaveValue('200');
  await expect(topUp).toBeFocused();
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
