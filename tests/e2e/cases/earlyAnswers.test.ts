import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { signInAsDemo } from '../player.ts';

const CALLS = ['/api/v1/cases/user/1', '/api/v1/user', '/api/v1/fair/current'];

test('N17, N19 the page of a case asks for its data before its code has come, and once; then it is drawn once', async ({
  page,
}) => {
  await signInAsDemo(page);
  await noteSkeletons(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let sendCode = () => {};
  const mayComeNow = new Promise<void>((resolve) => (sendCode = resolve));
  await page.route('**/assets/CabinetPage-*.js', async (route) => {
    await mayComeNow;
    await route.continue();
  });
  const answered = CALLS.map((path) => page.waitForResponse(`**${path}`));
  const shown = page.goto('/cabinet/case/1');
  await Promise.all(answered);
  await expect(page.getByRole('banner').getByRole('link', { name: 'ONE RP' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();
  await expect(page).toHaveTitle(/^Кабинет/);
  // the browser is idle now, and what can wait still waits
  await page.evaluate(async () => {
    for (let time = 0; time < 3; time++) await new Promise((resolve) => void requestIdleCallback(resolve));
  });
  const dialogs = () => asked.filter((path) => path.startsWith('/assets/dialogs-') && path.endsWith('.js'));
  expect(dialogs()).toEqual([]);
  sendCode();
  await shown;
  await expect(page.getByRole('button', { name: /^Открыть/ }).first()).toBeEnabled();
  expect(asked.filter((path) => CALLS.includes(path)).toSorted()).toEqual(CALLS.toSorted());
  expect(await page.evaluate(() => document.documentElement.dataset['skeleton'])).toBeUndefined();
  await expect.poll(dialogs).toHaveLength(1);
});

/** Notes in the document when the placeholder of a case is shown. */
const noteSkeletons = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      const labels = [...document.querySelectorAll('[aria-busy] output')].map(
        ({ textContent }) => textContent,
      );
      if (labels.includes('Загружаем кейс')) document.documentElement.dataset['skeleton'] = 'shown';
    }).observe(document, { childList: true, subtree: true });
  });
