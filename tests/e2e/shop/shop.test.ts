import type { Page } from '@playwright/test';
import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { expect, input, seriousFaults, test } from '../fixtures.ts';
import { signInAsDemo } from '../player.ts';
import { chooseShopServer, isOnCheckout, nameDemo, tab } from '../shopFront.ts';

const amount = (page: Page) => page.getByRole('textbox', { name: /Сколько монет/ });
const receipt = (page: Page) => page.getByRole('region', { name: 'К оплате' });
const pay = (page: Page) => receipt(page).getByRole('button', { name: 'К оформлению' });

/**
 * Enters the shop from another page, so that the browser asks for its data instead of getting them with the
 * document.
 */
async function enterShop(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('banner').getByRole('link', { name: 'Магазин' }).click();
  // until the shop has come, the page shows the sign-in form, which also has a choice of servers
  await page.waitForURL('**/donate');
}

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

test('S1 what lies ahead is not chosen by mouse, keyboard or hash', async ({ page }) => {
  await page.goto('/donate#product');
  const ahead = tab(page, 'Имущество');
  await expect(ahead).toContainText('Скоро');
  await expect(ahead).toHaveAttribute('aria-disabled', 'true');
  await expect(tab(page, 'One Coins')).toHaveAttribute('aria-selected', 'true');
  await ahead.click({ force: true });
  await ahead.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(ahead).toHaveAttribute('aria-selected', 'false');
  await expect(tab(page, 'One Coins')).toHaveAttribute('aria-selected', 'true');
});

test('S1 S6 a visitor has no cases tab, and its hash leads to the site root', async ({ page }) => {
  await page.goto('/donate');
  await expect(tab(page, 'One Coins')).toBeVisible();
  await expect(tab(page, 'Кейсы')).toHaveCount(0);
  await page.goto('/uk/donate#cases');
  await expect(page).toHaveURL(/\/uk$/);
});

test(
  'S2 S3 S5 price, bonus and sum follow the amount; a tier takes its lower bound',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/donate');
    await expect(amount(page)).toHaveValue('100');
    await amount(page).fill('2300');
    await expect(page.getByText('Цена 230,00 €')).toBeVisible();
    await expect(receipt(page)).toContainText('+460 OC');
    await expect(receipt(page)).toContainText(/2\s760\sOC/);
    await expect(receipt(page)).toContainText(/Бонус ×1,2/);
    await expect(page.getByText('Твой бонус — +20 %. До бонуса +30 % не хватает 200 OC.')).toBeVisible();
    const share = page.getByRole('button', { name: /Доля/ });
    await expect(share).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: /Аванс/ }).click();
    await expect(amount(page)).toHaveValue('500');
    await expect(share).toHaveAttribute('aria-pressed', 'false');
    await expect(receipt(page)).toContainText('50,00 €');
    await expect(receipt(page)).toContainText('550 OC');
  },
);

test(
  'S3 the slider goes from the least to the most and is driven by keys',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/donate');
    const thumb = page.getByRole('slider');
    await thumb.focus();
    await page.keyboard.press('End');
    await expect(amount(page)).toHaveValue(/^50\s000$/);
    await expect(thumb).toHaveAttribute('aria-valuetext', /^50\s000 OC$/);
    await page.keyboard.press('ArrowLeft');
    await expect(amount(page)).toHaveValue(/^49\s000$/);
    await page.keyboard.press('Home');
    await expect(amount(page)).toHaveValue('5');
  },
);

test('S4 digits only, capped at the most, too few are raised and block the purchase until then', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/donate');
  await expect(amount(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await amount(page).fill('');
  await amount(page).pressSequentially('9x9-');
  await expect(amount(page)).toHaveValue('99');
  await amount(page).fill('999999');
  await expect(amount(page)).toHaveValue(/^50\s000$/);
  await expect(page.getByText(/^Цена 5\s000,00\s€$/)).toBeVisible();
  await amount(page).fill('3');
  await expect(pay(page)).toBeDisabled();
  await page.clock.fastForward(499);
  await expect(amount(page)).toHaveValue('3');
  await page.clock.fastForward(1);
  await expect(amount(page)).toHaveValue('5');
  await expect(pay(page)).toBeEnabled();
  await amount(page).fill('');
  await expect(pay(page)).toBeDisabled();
  await page.clock.fastForward(500);
  await expect(amount(page)).toHaveValue('5');
});

test('S2 a visitor without server or account is told at the fields, and nothing is sent', async ({
  page,
}) => {
  let isSent = false;
  await page.route('**/api/donate/cart', (route) => {
    isSent = true;
    return route.abort();
  });
  await page.goto('/donate');
  await pay(page).click();
  await expect(page.getByText('Нужно выбрать сервер')).toBeVisible();
  await expect(page.getByText('Укажи логин или e-mail аккаунта')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Сервер' })).toBeFocused();
  expect(isSent).toBe(false);
});

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
    await expect(page.getByText('Неверный e-mail или логин')).toBeVisible();
    await expect(input(page, 'login')).toBeFocused();
    await page.reload();
    await expect(input(page, 'login')).toHaveValue('nobody-of-this-name');
    await expect(page.getByRole('combobox', { name: 'Сервер' })).toHaveText('Harbor');
    await expect(amount(page)).toHaveValue(/^1\s700$/);
  });

  test('S9 a changed price is told in words, old and new, and then paid', async ({ page }) => {
    let isOld = true;
    await page.route('**/api/donate-data', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({
        response: answer,
        body: isOld ? text.replace('"base_price":0.1', '"base_price":0.05') : text,
      });
    });
    await enterShop(page);
    await nameDemo(page);
    await amount(page).fill('600');
    await expect(page.getByText('Цена 30,00 €')).toBeVisible();
    isOld = false;
    await pay(page).click();
    await expect(page.getByText(/^Цена изменилась/)).toBeVisible();
    await expect(page.getByText('Было 30,00 €, стало 60,00 €.')).toBeVisible();
    await expect(amount(page)).toHaveValue('600');
    await pay(page).click();
    await isOnCheckout(page);
  });

  test('S2 a lost answer is asked for again under the same key', async ({ page }) => {
    const keys: (string | undefined)[] = [];
    await page.route('**/api/donate/cart', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await page.goto('/donate');
    await nameDemo(page);
    await pay(page).click();
    await expect(page.getByText(/Нет связи с сервером/)).toBeVisible();
    await pay(page).click();
    await isOnCheckout(page);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
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

test.describe('no shop', () => {
  test.use({ allowedErrors: [/donate-data/] });

  test('S1 a failed shop says so and can be asked for again', async ({ page }) => {
    await page.route('**/api/donate-data', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: '', requestId: '1' } }),
    );
    await enterShop(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Магазин не открылся' })).toBeVisible();
    await page.unroute('**/api/donate-data');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await expect(tab(page, 'One Coins')).toBeVisible();
  });
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
