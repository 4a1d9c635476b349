import type { Page } from '@playwright/test';
import { expect, seriousFaults, test } from '../fixtures.ts';
import { aboutToBuy, goToPayment, notice, payButton, receiptRow, saveCart } from '../shopper.ts';

const ORDER_CALL = '**/api/donate/order';
const PAYMENT_ERROR = 'Во время оплаты произошла ошибка. Перезагрузи страницу и попробуй ещё раз';

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test.describe('without a cart', () => {
  test.use({ allowedErrors: [/status of 404/] });
  test('RT5 the page leads back to the shop', async ({ page }) => {
    await page.goto('/donate/verification-payment');
    await page.waitForURL(/\/donate(#|$)/);
  });
});

test(
  'S11 S14 a visitor sees what is bought, for whom and for how much',
  { tag: '@phone' },
  async ({ page }) => {
    await aboutToBuy(page);
    await expect(page).toHaveTitle('Проверка данных — ONE RP');
    await expect(page.getByRole('navigation', { name: 'Ты здесь' })).toHaveText('ДонатПроверка данных');
    // a visitor may be anybody, so the name of the account is masked
    await expect(receiptRow(page, 'Аккаунт')).toHaveText(/^.•+.$/);
    await expect(receiptRow(page, 'Сервер')).toHaveText('Everest');
    await expect(receiptRow(page, 'Товар')).toHaveText('One Coins');
    await expect(receiptRow(page, 'Количество')).toHaveText(/^2\s300\sOC$/);
    await expect(receiptRow(page, 'Бонус')).toHaveText(/^\+460\sOC$/);
    await expect(receiptRow(page, 'Сумма покупки')).toHaveText(/^230,00\s€$/);
    await expect(receiptRow(page, 'Итого')).toHaveText(/^230,00\s€$/);
    const groups = page.getByRole('group').filter({ has: page.getByRole('radio') });
    await expect(groups).toHaveCount(3);
    for (const [at, methods] of [2, 2, 5].entries())
      await expect(groups.nth(at).getByRole('radio')).toHaveCount(methods);
    expect(await seriousFaults(page)).toEqual([]);
  },
);

test('S11 RT7 the terms must be accepted; they open in a new tab', async ({ page, context }) => {
  await aboutToBuy(page);
  let isSent = false;
  await page.route(ORDER_CALL, (route) => {
    isSent = true;
    return route.abort();
  });
  await payButton(page).click();
  await expect(page.getByText('Нужно принять условия пользования')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
  const [terms] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /^условия пользования/ }).click(),
  ]);
  await terms.waitForURL('**/terms');
  // reading them ticks nothing
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  expect(isSent).toBe(false);
});

test(
  'N3 a double click is one order; the way back leads to the same payment',
  { tag: '@phone' },
  async ({ page }) => {
    await aboutToBuy(page);
    const orders = new Set<string>();
    await page.route(ORDER_CALL, async (route) => {
      const answer = await route.fetch();
      orders.add(((await answer.json()) as { order: string }).order);
      await route.fulfill({ response: answer });
    });
    await page.getByRole('checkbox').click();
    await payButton(page).dblclick();
    await page.waitForURL(/\/sandbox\/pay\//);
    const payment = page.url();
    await page.goBack();
    await expect(payButton(page)).toBeVisible();
    await expect(payButton(page)).not.toHaveAttribute('aria-busy', 'true');
    // what was ticked comes back a moment after the page, and a click in between would take it away
    await expect(async () => {
      await page.getByRole('checkbox').check();
      await payButton(page).click();
      await page.waitForURL(payment, { timeout: 10_000 });
    }).toPass();
    expect(orders.size).toBe(1);
  },
);

test.describe('when the answer is lost', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });
  test('N3 S13 a notice reports it; a reload and another try are the same order', async ({ page }) => {
    await aboutToBuy(page);
    let lost = '';
    await page.route(
      ORDER_CALL,
      async (route) => {
        lost = ((await (await route.fetch()).json()) as { order: string }).order;
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('checkbox').click();
    await payButton(page).click();
    await expect(notice(page, PAYMENT_ERROR)).toBeVisible();
    await expect(alert(page, 'Нет связи с сервером')).toBeVisible();
    await expect(payButton(page)).not.toHaveAttribute('aria-busy', 'true');
    await page.reload();
    await expect(page.getByRole('radio').first()).toBeAttached();
    await goToPayment(page);
    await expect(page.getByText(lost)).toBeVisible();
  });
});

test.describe('offline', () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('without a connection nothing is lost: the page says so, and goes on once it is back', async ({
    page,
    context,
  }) => {
    await aboutToBuy(page);
    await page.getByRole('checkbox').click();
    // the code of the notices is loaded after the page
    await expect(page.getByRole('region', { name: 'Уведомления' })).toBeAttached();
    await context.setOffline(true);
    await payButton(page).click();
    await expect(alert(page, 'Нет связи с сервером')).toBeVisible();
    await expect(notice(page, PAYMENT_ERROR)).toBeVisible();
    await context.setOffline(false);
    await payButton(page).click();
    await page.waitForURL(/\/sandbox\/pay\//);
  });
});

test.describe('refusals', () => {
  test.use({ allowedErrors: [/status of 4\d\d/] });

  test('N2 a total that was tampered with orders nothing', async ({ page }) => {
    await aboutToBuy(page);
    await page.route(
      ORDER_CALL,
      (route) => {
        const body = route.request().postDataJSON() as object;
        return route.continue({ postData: { ...body, total_cents: 1 } });
      },
      { times: 1 },
    );
    await page.getByRole('checkbox').click();
    await payButton(page).click();
    await expect(alert(page, 'Цена изменилась')).toBeVisible();
    await expect(receiptRow(page, 'Итого')).toHaveText(/^230,00\s€$/);
    await payButton(page).click();
    await page.waitForURL(/\/sandbox\/pay\//);
    await expect(page.locator('.total')).toContainText(/230,00\s€/);
  });

  test('another tab with another purchase: it is shown and asked for again', async ({ page }) => {
    const { login } = await aboutToBuy(page);
    await saveCart(page, login, { amount: 100 });
    await page.getByRole('checkbox').click();
    await payButton(page).click();
    await expect(alert(page, 'В другой вкладке выбрана другая покупка')).toBeVisible();
    await expect(receiptRow(page, 'Итого')).toHaveText(/^10,00\s€$/);
    await payButton(page).click();
    await page.waitForURL(/\/sandbox\/pay\//);
    await expect(page.locator('.total')).toContainText(/10,00\s€/);
  });
});

for (const [prefix, title, total] of [
  ['/uk', 'Перевірка даних', 'Разом'],
  ['/en', 'Check your order', 'Total'],
] as const)
  test(`S11 the page in ${prefix.slice(1)}, without a sideways scroll`, async ({ page }) => {
    await aboutToBuy(page, { prefix });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(receiptRow(page, total)).toBeVisible();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBe(0);
  });
