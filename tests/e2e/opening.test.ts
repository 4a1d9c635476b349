import { expect, test, type Page, type Request } from '@playwright/test';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { signInAsDemo, stockOf, type Stock } from './player.ts';

// all of them open cases of one player and count his stock
test.describe.configure({ mode: 'serial' });

const OPEN_CALL = '**/api/v1/cases/open/';

interface CaseVisit {
  stock: Stock;
  caseId: number;
  pieces: number;
  coupons: number;
  /** Requests that opened or tried to open. */
  sent: Request[];
}

/** A signed-in page of one of the player's cases, and what he owned before. */
async function visitCase(page: Page, prefix = ''): Promise<CaseVisit> {
  await signInAsDemo(page);
  const stock = stockOf(page);
  const caseId = (await stock.cases()).find(({ count }) => count >= 3)?.case.id ?? 0;
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/cases/open/')) sent.push(request);
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenPhases: seen });
    new MutationObserver(() => {
      const phase = document.querySelector<HTMLElement>('[data-phase]')?.dataset['phase'];
      if (phase && seen.at(-1) !== phase) seen.push(phase);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-phase'] });
  });
  const [pieces, coupons] = [await stock.pieces(caseId), await stock.couponCount()];
  await page.goto(`${prefix}/cabinet/case/${caseId}`);
  await expect(openButton(page)).toBeEnabled();
  await expect(page.locator('[data-phase="initial"]')).toBeVisible();
  return { stock, caseId, pieces, coupons, sent };
}

const openButton = (page: Page) => page.locator('button[data-size="large"]');
const result = (page: Page) => page.getByRole('dialog');
const phases = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenPhases: string[] }).seenPhases);

async function expectOneOpened(visit: CaseVisit): Promise<void> {
  expect(await visit.stock.pieces(visit.caseId)).toBe(visit.pieces - 1);
  expect(await visit.stock.couponCount()).toBe(visit.coupons + 1);
}

test('R1 R5 C6 a click spins through the phases and ends with the prize, which is kept', async ({ page }) => {
  const visit = await visitCase(page);
  await expect(page.getByText(`${visit.pieces} шт`)).toBeVisible();
  await openButton(page).click();
  await expect(page.locator('[data-phase="accelerating"]')).toBeVisible();
  await expect(openButton(page)).toHaveAttribute('aria-busy', 'true');
  // the stock would give away that it worked
  await expect(page.locator('[data-phase="decelerating"]')).toBeVisible();
  await expect(page.getByText(`${visit.pieces} шт`)).toBeVisible();

  await expect(result(page)).toBeVisible({ timeout: 15_000 });
  expect(await phases(page)).toEqual([
    'initial',
    'accelerating',
    'constant',
    'decelerating',
    'final',
    'finished',
  ]);
  const prize = await visit.stock.newestCoupon();
  await expect(result(page)).toContainText('Тебе выпало');
  await expect(result(page)).toContainText(prize.name);
  await expect(page.locator('[data-winner]')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `Тебе выпало: ${prize.name}` })).toBeAttached();
  await expect(result(page).getByRole('button', { name: 'Забрать' })).toBeFocused();
  await expectOneOpened(visit);

  await page.keyboard.press('Enter');
  await expect(result(page)).toBeHidden();
  await expect(openButton(page)).toBeFocused();
  await expect(page.getByText(`${visit.pieces - 1} шт`)).toBeVisible();
});

test('R5 the won coupon lies in the donate inventory exactly once', async ({ page }) => {
  const visit = await visitCase(page);
  await openButton(page).click();
  await expect(result(page)).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Инвентарь' }).click();
  await expect(page).toHaveURL(/\/cabinet#inventory$/);
  await page.getByRole('tab', { name: `Донат-инвентарь ${visit.coupons + 1}` }).click();
  const prize = await visit.stock.newestCoupon();
  await expect(page.getByRole('article').first()).toContainText(prize.name);
  await expectOneOpened(visit);
});

test('R5 "open another" goes on at once', async ({ page }) => {
  const visit = await visitCase(page);
  await openButton(page).click();
  await expect(result(page)).toBeVisible({ timeout: 15_000 });
  await result(page).getByRole('button', { name: 'Открыть ещё' }).click();
  await expect(result(page)).toBeHidden();
  await expect(page.locator('[data-phase="constant"]')).toBeVisible();
  await expect(result(page)).toBeVisible({ timeout: 15_000 });
  expect(await visit.stock.pieces(visit.caseId)).toBe(visit.pieces - 2);
});

test('R1 a double click opens one case', async ({ page }) => {
  const visit = await visitCase(page);
  await openButton(page).dblclick();
  await expect(result(page)).toBeVisible({ timeout: 15_000 });
  expect(visit.sent).toHaveLength(1);
  await expectOneOpened(visit);
});

test('R7 a reload in the middle of a spin loses nothing and opens nothing twice', async ({ page }) => {
  const visit = await visitCase(page);
  await Promise.all([page.waitForResponse(OPEN_CALL), openButton(page).click()]);
  await expect(page.locator('[data-phase="constant"]')).toBeVisible();
  await page.reload();
  await expect(page.getByText(`${visit.pieces - 1} шт`)).toBeVisible();
  await expect(openButton(page)).toBeEnabled();
  expect(visit.sent).toHaveLength(1);
  await expectOneOpened(visit);
});

test('C1 a tab leaves the case in the middle of a spin, and the inventory knows the prize', async ({
  page,
}) => {
  const visit = await visitCase(page);
  await Promise.all([page.waitForResponse(OPEN_CALL), openButton(page).click()]);
  await page.getByRole('tab', { name: 'Инвентарь' }).click();
  await expect(page.getByRole('tab', { name: `Донат-инвентарь ${visit.coupons + 1}` })).toBeVisible();
  await expectOneOpened(visit);
});

test('R4 a lost connection shows no prize, takes nothing, and the button works again', async ({ page }) => {
  const visit = await visitCase(page);
  await page.route(OPEN_CALL, (route) => route.abort());
  await openButton(page).click();
  await expect(page.getByRole('alert')).toContainText('ничего не списано', { timeout: 20_000 });
  expect(await phases(page)).toContain('finished');
  await expect(result(page)).toBeHidden();
  await expect(page.getByText(`${visit.pieces} шт`)).toBeVisible();
  expect(await visit.stock.pieces(visit.caseId)).toBe(visit.pieces);

  await page.unroute(OPEN_CALL);
  await openButton(page).click();
  await expect(result(page)).toBeVisible({ timeout: 15_000 });
  const keys = visit.sent.map((request) => request.headers()[IDEMPOTENCY_HEADER]);
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  await expectOneOpened(visit);
});

test('R4 an answer lost after the server has done it is the same prize at the second try', async ({
  page,
}) => {
  const visit = await visitCase(page);
  let answered = 0;
  await page.route(OPEN_CALL, async (route) => {
    if (answered++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await openButton(page).click();
  await expect(result(page)).toBeVisible({ timeout: 15_000 });
  expect(visit.sent).toHaveLength(2);
  await expect(result(page)).toContainText((await visit.stock.newestCoupon()).name);
  await expectOneOpened(visit);
});

test('R4 the last case opened in another tab is told in words', async ({ page }) => {
  const visit = await visitCase(page, '/en');
  for (let left = visit.pieces; left > 0; left -= 1) await visit.stock.openElsewhere(visit.caseId);
  const coupons = await visit.stock.couponCount();
  await openButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was taken', { timeout: 15_000 });
  await expect(page.getByText('0 pcs')).toBeVisible();
  await expect(openButton(page)).toBeDisabled();
  await expect(result(page)).toBeHidden();
  expect(await visit.stock.couponCount()).toBe(coupons);
});

test('R6 with reduced motion the prize is revealed without a spin', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const visit = await visitCase(page, '/uk');
  await openButton(page).click();
  await expect(result(page)).toContainText('Тобі випало', { timeout: 3000 });
  await expectOneOpened(visit);
});

test('R7 without WebGL and canvas the case opens all the same', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const visit = await visitCase(page);
  await openButton(page).click();
  await expect(result(page)).toBeVisible({ timeout: 15_000 });
  await expectOneOpened(visit);
});

test('R7 a roulette whose code does not arrive shows the prize without it', async ({ page }) => {
  await page.route(/\/assets\/Roulette-.*\.js$/, (route) => route.abort());
  await signInAsDemo(page);
  const stock = stockOf(page);
  const caseId = (await stock.cases()).find(({ count }) => count >= 1)?.case.id ?? 0;
  await page.goto(`/cabinet/case/${caseId}`);
  await openButton(page).click();
  await expect(result(page)).toContainText('Тебе выпало');
});

test('RT11 an unknown case is told in words with a way back', async ({ page }) => {
  await signInAsDemo(page);
  for (const id of ['999999', 'none']) {
    await page.goto(`/cabinet/case/${id}`);
    await expect(page.getByText('Такого кейса нет')).toBeVisible();
  }
  await page.getByRole('link', { name: 'В инвентарь' }).click();
  await expect(page).toHaveURL(/\/cabinet#inventory$/);
});
