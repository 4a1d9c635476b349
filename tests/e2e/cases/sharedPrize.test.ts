import { openAndHear, result, visitCase } from '../caseVisit.ts';
import { expect, expectReadable, PHONE, seriousFaults, test } from '../fixtures.ts';

test('C14 E5 a winner shares a prize; a stranger watches its spin and checks it, until the page is closed', async ({
  page,
  browser,
  allowedErrors,
}, info) => {
  allowedErrors.push(/404/);
  await visitCase(page, info);
  await openAndHear(page);
  await result(page)
    .getByRole('button', { name: /^Поделиться/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Поделиться/ });
  await dialog.getByRole('button', { name: 'Открыть страницу' }).click();
  const link = dialog.getByRole('link', { name: /\/prize\// });
  const address = (await link.getAttribute('href')) ?? '';
  expect(address).toMatch(/^\/prize\/[\w-]{16}$/);
  expect(await seriousFaults(page)).toEqual([]);

  const context = await browser.newContext({ reducedMotion: 'reduce', contrast: 'more' });
  const stranger = await context.newPage();
  await stranger.goto(new URL(address, page.url()).href);
  const picture = await stranger.locator('meta[property="og:image"]').getAttribute('content');
  expect(picture).toContain(`${address.replace('/prize/', '/prizes/')}.ru.png`);
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(stranger.locator('canvas, [data-phase]')).toHaveCount(0);
  await stranger.getByRole('button', { name: 'Посмотреть спин' }).click();
  await expect(stranger.getByText(/^Выпало: /)).toBeVisible();
  await stranger.getByRole('button', { name: 'Проверить розыгрыш' }).click();
  await expect(stranger.getByText(/Серия ещё идёт/)).toBeVisible();
  expect(await seriousFaults(stranger)).toEqual([]);
  // E5 the brightest glow, where it comes nearest to the words
  await stranger.setViewportSize(PHONE);
  await stranger.evaluate((rarity) => {
    document.querySelector<HTMLElement>('main [data-rarity]')!.dataset['rarity'] = rarity;
  }, 'legendary');
  await expectReadable(stranger, 'main', 10);

  await dialog.getByRole('button', { name: 'Закрыть страницу' }).click();
  await expect(dialog.getByText(/прежняя ссылка больше не работает/)).toBeVisible();
  expect((await stranger.reload())?.status()).toBe(404);
  await expect(stranger.getByRole('heading', { name: 'Страницы больше нет' })).toBeVisible();
  await context.close();
});
