import type { Page } from '@playwright/test';
import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { expect, input, seriousFaults, test } from '../fixtures.ts';
import { signInAsDemo } from '../player.ts';
import { chooseShopServer, isOnCheckout, nameDemo, tab } from '../shopFront.ts';

const amount = (page: Page) => page.getByRole('textbox', { name: /Сколько монет/ });
const receipt = (page: Page) => page.getByRole('region', { name: 'К оплате' });
const pay = (page: Page) => receipt(page).getByRole('button', { name: 'К оформлению' });

test(
  'RT3 S1 tabs by hash: the default, an unknown one, and choosing one sets it',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/donate');
    await expect(tab(page, 'One Coins')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { level: 1, name: 'Пополнить счёт' })).toBeVisible();
    await tab(page, 'Услуги').click();
    await expect(page).toHaveURL(/\/donate#Services$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Бюро услуг' })).toBeVisible();
    await page.goBack();
    await expect(tab(page, 'One Coins')).toHaveAttribute('aria-selected', 'true');
    await page.goto('/donate#nothing');
    await expect(tab(page, 'One Coins')).toHaveAttribute('aria-selected', 'true');
  },
);

test(
  'S2 RT5 a visitor buys coins: the cart is saved and the next page is fully loaded anew',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/donate');
    await nameDemo(page);
    await amount(page).fill('500');
    await page.evaluate(() => Object.assign(window, { isOldPage: true }));
    await pay(page).click();
    await isOnCheckout(page);
    expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
    const stored = await page.evaluate(() => localStorage.getItem('product'));
    expect(JSON.parse(stored ?? '')).toMatchObject({
      product_type: 'one_coin',
      amount: 500,
      bonus_qty: 50,
      total_cents: 5000,
      server: 'everest',
    });
  },
);

test.describe('a wrong name', () => {
  test.use({ allowedErrors: [/api\/donate\/cart/] });

  test('S2 E2 is told at its field; what was typed survives, also a reload', async ({ page }) => {
    await page.goto('/donate');
    await chooseShopServer(page, 'Harbor');
    await input(page, 'login').fill('nobody-of-this-name');
    await amount(page).fill('1700');
    await pay(page).click();
    await expect(page.getByText('Неверный e-\u2060mail или логин')).toBeVisible();
    await expect(input(page, 'login')).toBeFocused();
    await page.reload();
    await expect(input(page, 'login')).toHaveValue('nobody-of-this-name');
    await expect(page.getByRole('combobox', { name: 'Сервер' })).toHaveText('Harbor');
    await expect(amount(page)).toHaveValue(/^1\s700$/);
  });
});

test('S15 signed in, server and e-mail are the own ones and locked', async ({ page }) => {
  await signInAsDemo(page);
  await page.goto('/donate');
  await expect(input(page, 'login')).toHaveValue('demo@example.org');
  await expect(input(page, 'login')).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Сервер' })).toHaveText('Everest');
  await expect(page.getByRole('combobox', { name: 'Сервер' })).toBeDisabled();
  await pay(page).click();
  await isOnCheckout(page);
});

for (const locale of LOCALES)
  test(
    `S1 every tab in ${locale} without a sideways scroll or a serious fault of accessibility`,
    { tag: '@phone' },
    async ({ page }) => {
      await signInAsDemo(page);
      for (const path of ['', '#Premium', '#cases', '#goods', '#Services', '/case/2']) {
        await page.goto(`${localePrefix(locale)}/donate${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(sideways, path).toBe(0);
        // the same parts in every language
        if (locale === DEFAULT_LOCALE) expect(await seriousFaults(page), path).toEqual([]);
      }
    },
  );
