import type { Page } from '@playwright/test';
import { expect, seriousFaults, test } from '../fixtures.ts';
import { aboutToBuy, notice, payButton, receiptRow } from '../shopper.ts';

const ORDER_CALL = '**/api/donate/order';
const PAYMENT_ERROR = 'Во время оплаты произошла ошибка. Перезагрузи страницу и попробуй ещё раз';

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test(
  'S11 S14 RT7 N3 a visitor sees what is bought, reads the terms in a new tab, and orders once with a double click',
  { tag: '@phone' },
  async ({ page, context }) => {
    await aboutToBuy(page);
    await expect(page).toHaveTitle('Проверка данных — ONE RP');
    await expect(page.getByRole('navigation', { name: 'Ты здесь' })).toHaveText('МагазинПроверка данных');
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

    const orders = new Set<string>();
    await page.route(ORDER_CALL, async (route) => {
      const answer = await route.fetch();
      orders.add(((await answer.json()) as { order: string }).order);
      await route.fulfill({ response: answer });
    });
    const [terms] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: /^условия пользования/ }).click(),
    ]);
    await terms.waitForURL('**/terms');
    await terms.close();
    // reading them ticks nothing
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    expect([...orders]).toEqual([]);
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

test.describe('without a connection', () => {
  test.use({ allowedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/] });
  test('N3 S13 L10 a notice reports a lost answer or connection; a reload and another try are the same order', async ({
    page,
    context,
  }) => {
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
    const isTold = async () => {
      await expect(notice(page, PAYMENT_ERROR)).toBeVisible();
      await expect(alert(page, 'Нет связи с сервером')).toBeVisible();
      await expect(payButton(page)).not.toHaveAttribute('aria-busy', 'true');
    };
    await page.getByRole('checkbox').click();
    await payButton(page).click();
    await isTold();
    await page.reload();
    await expect(page.getByRole('radio').first()).toBeAttached();
    // the code of the notices is loaded after the page
    await expect(page.getByRole('region', { name: 'Уведомления' })).toBeAttached();
    await page.getByRole('checkbox').click();
    await context.setOffline(true);
    await expect(notice(page, 'Нет связи с интернетом')).toBeVisible();
    await payButton(page).click();
    await isTold();
    await context.setOffline(false);
    await expect(notice(page, 'Связь восстановлена')).toBeVisible();
    await payButton(page).click();
    await page.waitForURL(/\/sandbox\/pay\//);
    await expect(page.getByText(lost)).toBeVisible();
  });
});
