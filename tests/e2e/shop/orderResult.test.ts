import type { Page } from '@playwright/test';
import { expect, seriousFaults, test } from '../fixtures.ts';
import { aboutToBuy, atPayment, goToPayment, notice, receiptRow, saveCart } from '../shopper.ts';

// the payment system reports to the site through a queue
const REPORTED_MS = 60_000;

const headline = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const trail = (page: Page) => page.getByRole('navigation', { name: 'Ты здесь' });

test.describe('a visitor', () => {
  // of the cart that was paid
  test.use({ allowedErrors: [/status of 404/] });

  test('S12 S14 S23 RT6 a visitor leaves the payment, is told that it waits, goes back and pays: the success screen with its receipt, celebrated once, and the way to the purchase', async ({
    page,
  }) => {
    await aboutToBuy(page);
    await goToPayment(page);
    const payment = page.url();
    await atPayment(page, 'leave');
    await expect(headline(page, 'Оплата не завершена')).toBeVisible();
    await page.getByRole('link', { name: 'Вернуться к оплате' }).click();
    await page.waitForURL(payment);
    await atPayment(page, 'pay');
    await expect(headline(page, 'Оплата прошла')).toBeVisible({ timeout: REPORTED_MS });
    await expect(notice(page, 'Оплата прошла успешно')).toBeVisible();
    await expect(trail(page)).toHaveText('МагазинУспешная оплата');
    await expect(receiptRow(page, 'Дата')).toHaveText(/^\d{2}\.\d{2}\.\d{4}$/);
    await expect(receiptRow(page, 'Аккаунт')).toHaveText(/^.•+.$/);
    await expect(receiptRow(page, 'Сервер')).toHaveText('Everest');
    await expect(receiptRow(page, 'Товар')).toHaveText('One Coins');
    await expect(receiptRow(page, 'Количество')).toHaveText(/^2\s300\sOC$/);
    await expect(receiptRow(page, 'Бонус')).toHaveText(/^\+460\sOC$/);
    await expect(receiptRow(page, 'Итого')).toHaveText(/^230,00\s€$/);
    await expect(receiptRow(page, 'Платёжная система')).not.toBeEmpty();
    // S18 S23 whose account has it, by which number, and how to get there
    await expect(page.getByText(/^№\sONE-[B-Y2-9]{6}$/)).toBeVisible();
    await expect(page.getByText(/^Покупка на аккаунте .•+., сервер Everest\. Войди в него/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Войти' }).last()).toHaveAttribute('href', /\/auth$/);
    await expect(page.getByRole('link', { name: 'Создать аккаунт' })).toHaveAttribute(
      'href',
      /\/auth\?register$/,
    );
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await expect(headline(page, 'Оплата прошла')).toBeVisible();
    await expect(notice(page, 'Оплата прошла успешно')).toHaveCount(0);
    // RT5 the cart that was paid cannot be paid again: its page leads to the shop
    await page.goto('/donate/verification-payment');
    await page.waitForURL(/\/donate(#|$)/);
  });
});

test('RT6 S12 a player: the own name, the new balance, and the purchase in the cabinet', async ({ page }) => {
  const { login } = await aboutToBuy(page, { signedIn: true });
  await expect(trail(page)).toHaveText('КабинетМагазинПроверка данных');
  await expect(receiptRow(page, 'Аккаунт')).toHaveText(login);
  await goToPayment(page);
  await atPayment(page, 'pay');
  await expect(headline(page, 'Оплата прошла')).toBeVisible({ timeout: REPORTED_MS });
  await expect(receiptRow(page, 'Аккаунт')).toHaveText(login);
  // coins and bonus
  await expect(page.locator('header')).toContainText(/2\s760/);

  // one more, which is left unpaid
  await saveCart(page, login, { amount: 100 });
  await page.goto('/donate/verification-payment');
  await expect(receiptRow(page, 'Итого')).toHaveText(/^10,00\s€$/);
  await goToPayment(page);
  const payment = page.url();
  await atPayment(page, 'leave');
  await page.getByRole('link', { name: 'Открыть кабинет' }).click();

  const purchases = page.getByRole('region', { name: 'Заказы' });
  const rows = purchases.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Ждём оплату');
  await expect(rows.nth(0).getByRole('link', { name: 'Оплатить' })).toHaveAttribute('href', payment);
  await expect(rows.nth(1)).toContainText('Выдано');
  await expect(rows.nth(1)).toContainText(/230,00\s€/);
  await rows
    .nth(1)
    .getByRole('button', { name: /^Чек: 2\s300 OC/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^2\s300 OC \+ 460/ });
  await expect(dialog).toContainText(login);
  await expect(dialog.getByRole('button', { name: 'Распечатать' })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
