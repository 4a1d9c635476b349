import type { Page } from '@playwright/test';
import { expect, seriousFaults, test } from '../fixtures.ts';
import { newAccount, storeToken } from '../player.ts';
import { isOnCheckout } from '../shopFront.ts';
import { atPayment, goToPayment } from '../shopper.ts';

// the payment system reports to the site through a queue
const REPORTED_MS = 60_000;

const wallet = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('user') ?? '') as { state: { user: { premiumCoins: number } } }).state
        .user.premiumCoins,
  );
const topUp = (page: Page) => page.getByRole('button', { name: /^Пополнить на/ });
const quantity = (page: Page) => page.getByRole('textbox', { name: 'Количество: Смена имени' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Смена имени' });

/** A player without coins wants two name changes, for 120 OC. */
async function lackCoins(page: Page): Promise<void> {
  const { token } = await newAccount(page);
  await storeToken(page, token);
  await page.goto('/donate#Services');
  await quantity(page).fill('2');
  await askFor(page);
}

const askFor = (page: Page) => page.getByRole('button', { name: /Купить «Смена имени» · 120\sOC/ }).click();

test('S9 S20 exactly the missing coins, paid, back at the good, and one press buys it once', async ({
  page,
  context,
}) => {
  await lackCoins(page);
  // 115 OC and 5 % are 120 OC
  await expect(topUp(page)).toHaveText(/^Пополнить на 11,50\s€$/);
  await expect(topUp(page)).toBeFocused();
  await expect(topUp(page)).toBeInViewport();
  await expect(quantity(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/^На счёте не хватает монет: нужно ещё 120\sOC$/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/^Это 115\sOC и бонус 5\sOC\./)).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  // a reload keeps the number of pieces
  await page.reload();
  await askFor(page);
  await topUp(page).click();
  await isOnCheckout(page);
  await expect(page.getByRole('region', { name: 'К оплате' })).toContainText('Смена имени × 2');
  // the way back leads to the purchase, which is asked for again
  await page.goBack();
  await expect(quantity(page)).toHaveValue('2');
  await expect(topUp(page)).toBeFocused();
  await topUp(page).click();
  await isOnCheckout(page);
  await goToPayment(page);
  await atPayment(page, 'pay');
  await expect(dialog(page)).toBeVisible({ timeout: REPORTED_MS });
  await expect(dialog(page)).toContainText(/2 × 60\sOC/);
  expect(await wallet(page)).toBe(120);
  // the way back leads to the receipt, and it does not lead away again
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Оплата прошла' })).toBeVisible();
  await page.getByRole('link', { name: 'Купить «Смена имени»' }).click();
  await expect(dialog(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(dialog(other)).toBeVisible();
  const buy = (tab: Page) => tab.getByRole('button', { name: /^Купить за 120\sOC$/ });
  await buy(page).click();
  await expect(page.getByRole('heading', { name: 'Куплено: Смена имени × 2' })).toBeFocused();
  await expect(page).toHaveURL(/\/donate#Services$/);
  expect(await wallet(page)).toBe(0);
  // the other tab gets the same purchase, and owes nothing
  await buy(other).click();
  await expect(other.getByText('Готово, всё твоё!')).toBeVisible();
  await expect(other).toHaveURL(/\/donate#Services$/);
  expect(await wallet(other)).toBe(0);
  await page.goto('/cabinet#orders');
  const orders = page.getByRole('region', { name: 'Заказы' });
  await expect(orders.getByRole('heading', { level: 4, name: 'Смена имени' })).toHaveCount(1);
});
