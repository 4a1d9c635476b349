import type { Page, TestInfo } from '@playwright/test';
import type { Coupon, OpenMultipleReply } from '#/contract/cases.ts';
import { expect, expectReadable, test } from '../fixtures.ts';
import { ownCase } from '../caseVisit.ts';
import { signInAsDemo, stockOf, type Stock } from '../player.ts';

// all of them open pieces of one case
test.describe.configure({ mode: 'serial' });

const OPEN_CALL = '**/api/v1/cases/open-multiple/';

interface Visit {
  stock: Stock;
  caseId: number;
  pieces: number;
}

/** Opens the page of a case that no other file opens. Nothing spins unless `spins`: then in quick spins. */
async function visitCase(page: Page, info: TestInfo, spins = false): Promise<Visit> {
  await signInAsDemo(page);
  const stock = stockOf(page);
  const caseId = await ownCase(stock, info);
  if (spins) {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.addInitScript(() =>
      localStorage.setItem('openingPace', JSON.stringify({ state: { isQuick: true }, version: 1 })),
    );
  }
  await page.goto(`/cabinet/case/${caseId}`);
  await expect(page.getByRole('button', { name: 'Открыть', exact: true })).toBeEnabled();
  return { stock, caseId, pieces: await stock.pieces(caseId) };
}

const several = (page: Page) => page.getByRole('switch', { name: 'Открыть несколько' });
const option = (page: Page, count: number) => page.getByRole('radio', { name: String(count), exact: true });
const results = (page: Page) => page.getByRole('dialog');

/** Opens five pieces. @returns the prizes that the server drew */
async function openFive(page: Page): Promise<readonly Coupon[]> {
  const answered = page.waitForResponse(OPEN_CALL);
  await page.getByRole('button', { name: 'Открыть 5' }).click();
  return ((await (await answered).json()) as OpenMultipleReply).coupons;
}

/** Not by their number, because prizes of tests that run at the same time may be shown with them. */
async function expectShown(page: Page, prizes: readonly Coupon[]): Promise<void> {
  for (const name of new Set(prizes.map((prize) => prize.name)))
    await expect(results(page).getByText(name, { exact: true }).first()).toBeVisible();
}

test('C6 R5 ten at once: counts, one request, prizes by rarity, and what is left afterwards', async ({
  page,
}, info) => {
  const { stock, caseId, pieces } = await visitCase(page, info, true);
  await expect(option(page, 5)).toBeDisabled();
  await several(page).click();
  await expect(page.getByRole('button', { name: 'Открыть 5' })).toBeVisible();
  await expect(option(page, 100)).toBeDisabled();
  await option(page, 10).click();

  const revealed = page.waitForRequest('**/api/v1/cases/reveal');
  const answered = page.waitForResponse(OPEN_CALL);
  await page.getByRole('button', { name: 'Открыть 10' }).click();
  const { coupons } = (await (await answered).json()) as OpenMultipleReply;
  await expect(results(page)).toContainText('Тебе выпало 10 призов');
  // equal prizes share a card
  const kinds = new Set(coupons.map(({ name }) => name));
  await expect(results(page).getByRole('article')).toHaveCount(kinds.size);
  // the cards turn over by themselves, and a key after the last of them would close the results
  await expect(results(page).getByRole('button', { name: 'Забрать всё' })).toBeVisible();
  const { ids } = (await revealed).postDataJSON() as { ids: number[] };
  expect(new Set(ids)).toEqual(new Set(coupons.map(({ id }) => id)));

  await results(page).getByRole('button', { name: 'Забрать всё' }).click();
  await expect(results(page)).toBeHidden();
  await expect(page.getByText(`${pieces - 10} шт`)).toBeVisible();
  expect(await stock.pieces(caseId)).toBe(pieces - 10);
  // of what is left the largest count is ten
  await expect(option(page, 10)).toBeChecked();
});

test('R7 a reload in the middle loses nothing: the prizes wait in the inventory', async ({ page }, info) => {
  const { stock, caseId, pieces } = await visitCase(page, info);
  await several(page).click();
  const coupons = await openFive(page);
  await page.goto('/cabinet#inventory');
  expect(await stock.pieces(caseId)).toBe(pieces - 5);
  await page.getByRole('button', { name: 'Показать', exact: true }).click();
  await expectShown(page, coupons);
});

test.describe('the code of the results is refused', () => {
  test.use({
    allowedErrors: [/Failed to (load resource|fetch dynamically)|part of the page|ERR_/],
    // the contrast of what is drawn is measured
    isDrawn: true,
  });

  test('R7 E3 E5 prizes that could not be shown wait on the page of their case; the dialogs come with the next opening', async ({
    page,
  }, info) => {
    const dialogs = '**/assets/OpeningDialogs-*.js';
    await page.route(dialogs, (route) => route.abort());
    const { stock, caseId, pieces } = await visitCase(page, info);
    await several(page).click();
    const first = await openFive(page);
    await expect(page.getByText('Окно не открылось').first()).toBeVisible();
    // a notice is a dialog too
    await page.getByRole('button', { name: 'Закрыть уведомление' }).click();
    // the names stand over the tiles of their rows, here in the darkest of their colours
    await page.locator('[data-winner]').evaluateAll((rows) => {
      for (const row of rows) row.dataset['rarity'] = 'improved';
    });
    await expectReadable(page, '[data-rows]', 5);
    expect(await stock.pieces(caseId)).toBe(pieces - 5);
    for (const { id } of first) expect(await stock.timesOwned(id)).toBe(1);
    await page.getByRole('button', { name: 'Показать', exact: true }).click();
    await expectShown(page, first);
    await results(page).getByRole('button', { name: 'Забрать всё' }).click();
    await expect(results(page)).toBeHidden();
    await page.unroute(dialogs);
    await several(page).click();
    await page.getByRole('button', { name: 'Открыть', exact: true }).click();
    await expect(results(page)).toContainText('Тебе выпало');
  });
});
