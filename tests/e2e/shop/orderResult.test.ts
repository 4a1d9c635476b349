import type { Page, Request } from '@playwright/test';
import type { Order } from '#/contract/orders.ts';
import { demoOrder } from '../demoOrder.ts';
import { expect, seriousFaults, test } from '../fixtures.ts';
import { aboutToBuy, atPayment, goToPayment, notice, receiptRow, saveCart } from '../shopper.ts';

// the payment system reports to the site through a queue
const REPORTED_MS = 60_000;

const headline = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const trail = (page: Page) => page.getByRole('navigation', { name: 'Ты здесь' });

test('S12 S14 RT6 a visitor pays: the success screen with its receipt, celebrated once', async ({ page }) => {
  await aboutToBuy(page);
  await goToPayment(page);
  await atPayment(page, 'pay');
  await expect(headline(page, 'Оплата прошла')).toBeVisible({ timeout: REPORTED_MS });
  await expect(notice(page, 'Оплата прошла успешно')).toBeVisible();
  await expect(trail(page)).toHaveText('ДонатУспешная оплата');
  await expect(receiptRow(page, 'Дата')).toHaveText(/^\d{2}\.\d{2}\.\d{4}$/);
  await expect(receiptRow(page, 'Аккаунт')).toHaveText(/^.•+.$/);
  await expect(receiptRow(page, 'Сервер')).toHaveText('Everest');
  await expect(receiptRow(page, 'Товар')).toHaveText('One Coins');
  await expect(receiptRow(page, 'Количество')).toHaveText(/^2\s300\sOC$/);
  await expect(receiptRow(page, 'Бонус')).toHaveText(/^\+460\sOC$/);
  await expect(receiptRow(page, 'Итого')).toHaveText(/^230,00\s€$/);
  await expect(receiptRow(page, 'Платёжная система')).not.toBeEmpty();
  // S18 S23 whose account has it, by which number, and how to get there
  await expect(page.getByText(/^№ ONE-[B-Y2-9]{6}$/)).toBeVisible();
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
  await page.getByRole('link', { name: 'Вернуться в магазин' }).click();
  await page.waitForURL(/\/donate(#|$)/);
});

test('S12 a declined payment: the error screen, and the way to try again', async ({ page }) => {
  await aboutToBuy(page);
  await goToPayment(page);
  await atPayment(page, 'decline');
  await expect(headline(page, 'Ошибка оплаты')).toBeVisible({ timeout: REPORTED_MS });
  await expect(
    page.getByText('Произошла ошибка оплаты. Вернись в магазин и попробуй ещё раз.'),
  ).toBeVisible();
  await expect(trail(page)).toHaveText('ДонатОшибка оплаты');
  await expect(page.getByRole('link', { name: 'Вернуться в магазин' })).toBeVisible();
  await page.getByRole('link', { name: 'Попробовать ещё раз' }).click();
  await page.waitForURL(/\/donate#one_coin$/);
});

test('RT6 who leaves the payment is told that it waits, goes back to it and pays', async ({ page }) => {
  await aboutToBuy(page);
  await goToPayment(page);
  const payment = page.url();
  await atPayment(page, 'leave');
  await expect(headline(page, 'Оплата не завершена')).toBeVisible();
  await page.getByRole('link', { name: 'Вернуться к оплате' }).click();
  await page.waitForURL(payment);
  await atPayment(page, 'pay');
  await expect(headline(page, 'Оплата прошла')).toBeVisible({ timeout: REPORTED_MS });
});

test('RT6 a late payment: the page waits, and says aloud how it ended', async ({ page }) => {
  await aboutToBuy(page);
  await goToPayment(page);
  await atPayment(page, 'late');
  const said = page.locator('main [aria-live=polite]');
  await expect(said).toContainText('Ждём оплату');
  await expect(said).toContainText('Оплата прошла', { timeout: 2 * REPORTED_MS });
});

test('RT6 the address alone never says that something was paid', async ({ page }) => {
  await aboutToBuy(page);
  await goToPayment(page);
  const order = await page.locator('dd').first().textContent();
  await page.goto(`/donate/success?order=${order}`);
  await expect(headline(page, 'Ждём оплату')).toBeVisible();
  await expect(page.getByText('Оплата прошла')).toHaveCount(0);
});

const turn = (page: Page, visibility: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, visibility);

test('RT6 the page asks while somebody looks, and says when it takes long', async ({ page }) => {
  const isAbout = (request: Request) => request.url().includes('/api/donate/order/');
  let asked = 0;
  let answered = 0;
  page.on('request', (request) => void (asked += Number(isAbout(request))));
  page.on('requestfinished', (request) => void (answered += Number(isAbout(request))));
  const order = demoOrder('pending');
  await page.route('**/api/donate/order/*', (route) => route.fulfill({ json: { order } }));
  await page.clock.install();
  await page.goto(`/donate/success?order=${order.id}`);
  await expect(headline(page, 'Ждём оплату')).toBeVisible();
  // from here on time passes only where the test says so
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
  await expect.poll(() => answered).toBe(asked);
  const atFirst = asked;
  await page.clock.runFor(5100);
  await expect.poll(() => asked).toBeGreaterThan(atFirst);
  await expect.poll(() => answered).toBe(asked);

  await turn(page, 'hidden');
  const whenHidden = asked;
  await page.clock.runFor(20_000);
  expect(asked).toBe(whenHidden);
  await turn(page, 'visible');
  await expect.poll(() => asked).toBeGreaterThan(whenHidden);

  await page.clock.runFor(30_000);
  await expect(page.getByText('Некоторые платежи идут несколько минут')).toBeVisible();
});

test.describe('an order that is none', () => {
  test.use({ allowedErrors: [/status of 404/] });
  test('RT6 an address without an order of the site is told in words', async ({ page }) => {
    for (const query of ['', '?order=', '?order=nonsense', '?order=AbCdEfGhIjKlMnOpQrStUv']) {
      await page.goto(`/donate/success${query}`);
      await expect(headline(page, 'Такого заказа нет')).toBeVisible();
      await expect(page.getByText('Оплата прошла')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Вернуться в магазин' })).toBeVisible();
    }
  });
});

test('S12 every other end of an order in words, and whom to write to', async ({ page }) => {
  await aboutToBuy(page);
  await goToPayment(page);
  let state: Order['state'] = 'review';
  await page.route('**/api/donate/order/*', async (route) => {
    const answer = await route.fetch();
    const { order } = (await answer.json()) as { order: Order };
    await route.fulfill({ response: answer, json: { order: { ...order, state, pay_url: null } } });
  });
  await atPayment(page, 'leave');
  const address = page.url();
  for (const [next, title] of [
    ['review', 'Проверяем платёж'],
    ['refunded', 'Деньги возвращены'],
    ['charged_back', 'Платёж отозван'],
    ['expired', 'Время вышло'],
  ] as const) {
    state = next;
    await page.goto(address);
    await expect(headline(page, title)).toBeVisible();
    const isLost = state === 'expired';
    await expect(page.getByText('support@example.org')).toHaveCount(isLost ? 0 : 1);
    const letter = page.getByRole('link', { name: 'Написать в поддержку' });
    if (isLost) await expect(letter).toHaveCount(0);
    else
      await expect(letter).toHaveAttribute(
        'href',
        /^mailto:support@example\.org\?subject=.*ONE-\w{6}%20\([\w-]{22}\)$/,
      );
  }
});

test('RT6 S12 a player: the own name, the new balance, and the purchase in the cabinet', async ({ page }) => {
  const { login } = await aboutToBuy(page, { signedIn: true });
  await expect(trail(page)).toHaveText('КабинетДонатПроверка данных');
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
  await rows.nth(1).getByRole('button', { name: 'Чек: One Coins' }).click();
  const dialog = page.getByRole('dialog', { name: 'One Coins' });
  await expect(dialog).toContainText(login);
  await expect(dialog.getByRole('button', { name: 'Распечатать' })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

/** Answers with pages of orders. The second page fails while `isBroken` says so. */
async function pagesOfOrders(page: Page, lastPage: number, isBroken: () => boolean): Promise<void> {
  const [known] = await firstOrders(page);
  await page.route('**/api/v1/orders?*', (route) => {
    const currentPage = Number(new URL(route.request().url()).searchParams.get('page'));
    if (currentPage === 2 && isBroken())
      return route.fulfill({ status: 500, json: { code: 'internal', message: '', requestId: '1' } });
    const orders = Array.from({ length: 10 }, (_, at) => ({
      ...known,
      // a page begins with what the one before it ended with: an order came in between
      id: String((currentPage - 1) * 9 + at).padStart(22, '0'),
    }));
    return route.fulfill({ json: { orders, pageInfo: { currentPage, lastPage } } });
  });
}

async function firstOrders(page: Page): Promise<Order[]> {
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/v1/orders?*'),
    page.goto('/cabinet#orders'),
  ]);
  return ((await answer.json()) as { orders: Order[] }).orders;
}

test.describe('the history', () => {
  test.use({ allowedErrors: [/status of 500/] });

  test('no purchases yet: a way to the shop', async ({ page }) => {
    await aboutToBuy(page, { signedIn: true });
    await page.goto('/cabinet');
    await expect(page.getByText('Заказов пока нет')).toBeVisible();
    await page.getByRole('link', { name: 'В магазин' }).click();
    await page.waitForURL(/\/donate(#|$)/);
  });

  test('it loads on as one scrolls, says what went wrong, and ends', async ({ page }) => {
    await aboutToBuy(page, { signedIn: true });
    await goToPayment(page);
    let isBroken = true;
    await pagesOfOrders(page, 2, () => isBroken);
    await page.reload();
    const purchases = page.getByRole('region', { name: 'Заказы' });
    const rows = purchases.getByRole('listitem');
    await expect(rows).toHaveCount(10);
    await rows.last().scrollIntoViewIfNeeded();
    await expect(purchases.getByText('Ой, что-то пошло не так!')).toBeVisible();
    isBroken = false;
    await purchases.getByRole('button', { name: 'Повторить' }).click();
    await expect(purchases.getByText('Больше заказов нет!')).toBeVisible();
    await expect(rows).toHaveCount(19);
  });

  test('it does not load: a sentence and another try', async ({ page }) => {
    await aboutToBuy(page, { signedIn: true });
    await page.route(
      '**/api/v1/orders?*',
      (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '', requestId: '1' } }),
      { times: 1 },
    );
    await page.goto('/cabinet');
    const failed = page.getByRole('alert').filter({ hasText: 'Заказы не загрузились' });
    await failed.getByRole('button', { name: 'Повторить' }).click();
    await expect(page.getByText('Заказов пока нет')).toBeVisible();
  });
});

test.describe('a cart that was paid', () => {
  test.use({ allowedErrors: [/status of 404/] });
  test('RT5 cannot be paid again: its page leads to the shop', async ({ page }) => {
    await aboutToBuy(page);
    await goToPayment(page);
    await atPayment(page, 'pay');
    await expect(headline(page, 'Оплата прошла')).toBeVisible({ timeout: REPORTED_MS });
    await page.goto('/donate/verification-payment');
    await page.waitForURL(/\/donate(#|$)/);
  });
});
