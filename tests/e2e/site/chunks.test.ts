import type { Page } from '@playwright/test';
import { expect, input, test } from '../fixtures.ts';
import { signInAsDemo, stockOf } from '../player.ts';

const CHUNK = '**/assets/AuthPage-*.js';
const signIn = { name: 'Войти' };

// one pattern: Playwright takes a second element of the list for options
test.use({
  allowedErrors: [
    /Failed to (load resource|fetch dynamically)|could not be shown|did not start|part of the page|ERR_/,
  ],
});

test('E3 a navigation whose code does not load is reverted, shows a notice, and can be tried again', async ({
  page,
}) => {
  await page.goto('/donate');
  await expect(page.getByRole('region', { name: 'Уведомления' })).toBeAttached();
  await input(page, 'login').fill('night_driver');
  await page.route(CHUNK, (route) => route.abort());
  const failed = page.evaluate(
    () => new Promise((resolve) => addEventListener('app:chunk-failed', () => resolve(true), { once: true })),
  );
  await page.getByRole('banner').getByRole('link', signIn).click();
  await expect(page.getByText('Страница не открылась').first()).toBeVisible();
  expect(await failed).toBe(true);
  await expect(page).toHaveURL(/\/donate$/);
  await expect(input(page, 'login')).toHaveValue('night_driver');
  await page.unroute(CHUNK);
  await page.getByRole('button', { name: 'Открыть заново' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(input(page, 'password')).toBeVisible();
});

test('E3 a step back whose code does not load is reverted, and the history keeps both pages', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Помощь' }).click();
  await expect(page).toHaveURL(/\/help$/);
  // forgets the code of the first page
  await page.reload();
  const entries = await page.evaluate(() => history.length);
  await page.route(CHUNK, (route) => route.abort());
  await page.goBack();
  await expect(page.getByText('Страница не открылась').first()).toBeVisible();
  await expect(page).toHaveURL(/\/help$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute(CHUNK);
  // the browser fetches a failed file again only after a reload
  await page.reload();
  await page.goBack();
  await expect(input(page, 'password')).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await page.goForward();
  await expect(page).toHaveURL(/\/help$/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test('E3 a first page whose code is refused says so, and trying again shows it', async ({ page }) => {
  await page.route(CHUNK, (route) => route.fulfill({ status: 429 }));
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Страница не загрузилась' })).toBeVisible();
  await page.unroute(CHUNK);
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(input(page, 'password')).toBeVisible();
});

test.describe('E3 code of the frame that does not load', () => {
  /** Counts the documents that are loaded from now on. */
  function countDocuments(page: Page): () => number {
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    return () => documents;
  }
  const noticeIn = (page: Page) => page.getByRole('alert').filter({ hasText: 'Страница не загрузилась' });

  // the server renders the shop, and not the entrance
  for (const path of ['/auth', '/donate'])
    for (const file of ['main', 'react'])
      test(`is loaded again once, and then a notice offers it: ${file} on ${path}`, async ({ page }) => {
        const chunk = `**/assets/${file}-*.js`;
        await page.route(chunk, (route) => route.abort());
        const documents = countDocuments(page);
        // it is taken over at the end of the test
        const opened = page.goto(path, { waitUntil: 'commit' });
        await expect(noticeIn(page)).toBeVisible();
        expect(documents()).toBe(2);
        await page.unroute(chunk);
        await noticeIn(page).getByRole('button', { name: 'Попробовать снова' }).click();
        await opened;
        await expect(input(page, 'login').or(input(page, 'loginOrEmail'))).toBeVisible();
        await expect(noticeIn(page)).toBeHidden();
        expect(documents()).toBe(3);
      });

  test('is there after it failed once, without a notice: the texts, for a player', async ({ page }) => {
    await signInAsDemo(page);
    const documents = countDocuments(page);
    await page.route('**/assets/common-*.js', (route) =>
      documents() === 1 ? route.abort() : route.continue(),
    );
    await page.goto('/en/cabinet', { waitUntil: 'commit' });
    await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible();
    expect(documents()).toBe(2);
    await expect(page.locator('[data-start-failure]')).toHaveCount(0);
  });

  test('is not loaded again while the server does not answer', async ({ page }) => {
    await page.route('**/assets/main-*.js', (route) => route.abort());
    await page.route('/auth', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.continue(),
    );
    const documents = countDocuments(page);
    await page.goto('/auth', { waitUntil: 'commit' });
    await expect(noticeIn(page)).toBeVisible();
    expect(documents()).toBe(1);
  });
});

test('E3 after a new release the wanted page is loaded as a new document, once', async ({ page }) => {
  await page.goto('/');
  await page.route(CHUNK, (route) => route.fulfill({ status: 404 }));
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  // the server serves another build now
  await page.route('/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/index-new.js"></script>',
    }),
  );
  await page.getByRole('banner').getByRole('link', signIn).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('heading', { name: 'Вышла новая версия' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Перезагрузить' })).toBeVisible();
  expect(documents).toEqual(['/auth']);
});

test('E3 a part of a page that does not load leaves the page standing, and comes when it is asked for again', async ({
  page,
}) => {
  const part = '**/assets/FairContent-*.js';
  await page.route(part, (route) => route.abort());
  await signInAsDemo(page);
  const [owned] = await stockOf(page).cases();
  await page.goto(`/cabinet/case/${owned?.case.id}`);
  await page.getByText('Честность розыгрыша').click();
  const missing = page.getByRole('alert').filter({ hasText: 'Эта часть не загрузилась' });
  await expect(missing).toBeVisible();
  await expect(page.getByRole('button', { name: 'Открыть' })).toBeEnabled();
  await page.unroute(part);
  await missing.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(missing).toBeHidden();
  await expect(page.getByText('Отпечаток сида сервера')).toBeVisible();
});
