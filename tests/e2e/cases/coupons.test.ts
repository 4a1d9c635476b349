import type { Page } from '@playwright/test';
import type { Coupon, CouponPage } from '#/contract/cases.ts';
import { COUPON_PAGE_CELLS } from '#/contract/kernel/limits.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { expect, test } from '../fixtures.ts';
import { signInAsDemo, stockOf } from '../player.ts';
import { notice } from '../shopper.ts';

const COUPONS = '/cabinet?section=donate_inventory#inventory';
const LIST_CALL = '**/api/v1/coupons/user/**';

/** Answers with pages of `count` coupons, the newest first. A page fails while `isBroken` says so. */
async function manyCoupons(page: Page, count: number, isBroken: (page: number) => boolean = () => false) {
  await page.route(LIST_CALL, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const currentPage = Number(query.get('page'));
    if (isBroken(currentPage))
      return route.fulfill({ status: 500, json: { code: 'internal', message: '', requestId: '1' } });
    const newest = Number(query.get('before') ?? count + 1) - 1;
    const size = Math.min(COUPON_PAGE_CELLS, newest);
    const reply: CouponPage = {
      coupons: Array.from({ length: size }, (_, at) => ({
        id: newest - at,
        name: `Prize ${newest - at}`,
        imageName: 'coin',
        color: 'rare',
        isSwapAvailable: false,
        premiumCoinsPrice: 0,
        state: 'owned',
        gives: null,
        draw: { epochId: 'e-1', nonce: newest - at },
      })),
      pageInfo: {
        currentPage,
        lastPage: Math.ceil(count / COUPON_PAGE_CELLS),
        nextBefore: newest > size ? newest - size + 1 : null,
      },
    };
    return route.fulfill({ json: reply });
  });
}

const prizes = (page: Page) => page.getByRole('article');
const showPrize = (page: Page, id: number) =>
  page.getByText(`Prize ${id}`, { exact: true }).scrollIntoViewIfNeeded();

test.describe('C5 a long list', () => {
  test.use({ allowedErrors: [/status of 500/] });

  test(
    'C5 loads on as one scrolls, draws only what is near, waits for a retry, and ends',
    { tag: '@phone' },
    async ({ page }) => {
      let isBroken = true;
      await signInAsDemo(page);
      const count = 12 * COUPON_PAGE_CELLS;
      await manyCoupons(page, count, (number) => number === 11 && isBroken);
      await page.goto(`/en${COUPONS}`);
      for (let last = count - COUPON_PAGE_CELLS + 1; last > 2 * COUPON_PAGE_CELLS; last -= COUPON_PAGE_CELLS)
        await showPrize(page, last);
      await expect(page.getByText('Oops something went wrong!')).toBeVisible();
      // the first ones are far away by now
      await expect(page.getByText(`Prize ${count}`, { exact: true })).toHaveCount(0);
      expect(await prizes(page).count()).toBeLessThan(6 * COUPON_PAGE_CELLS);
      isBroken = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await showPrize(page, COUPON_PAGE_CELLS + 1);
      await showPrize(page, 1);
      await expect(page.getByText('No more results!')).toBeVisible();

      // the way back draws them again
      await page.evaluate(() => scrollTo(0, 0));
      await expect(page.getByText(`Prize ${count}`, { exact: true })).toBeVisible();
    },
  );
});

test('C5 the filters are part of the address, and so of the way back', async ({ page }) => {
  await signInAsDemo(page);
  await page.goto(COUPONS);
  await page.getByRole('radio', { name: 'Эпический' }).click();
  await expect(page).toHaveURL(/color=epic/);
  await page.getByRole('radio', { name: 'Обменяны' }).click();
  await expect(page).toHaveURL(/state=converted.*#inventory$/);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'В инвентаре' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Эпический' })).toBeChecked();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Эпический' })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Любая' })).toBeChecked();
});

test.describe('C5 a swap', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test('C5 an answer that was lost is asked for again under the same key, and pays once', async ({ page }, {
    project,
  }) => {
    await signInAsDemo(page);
    const stock = stockOf(page);
    const cases = await stock.cases();
    const caseId = cases.at(project.name === 'phone' ? -2 : -3)?.case.id ?? 0;
    // a swap of rarer prizes is asked about first
    const isOwn = ({ isSwapAvailable, color }: Coupon) =>
      isSwapAvailable && color !== 'legendary' && color !== 'epic';
    let won = (await stock.openElsewhere(caseId)).coupons.find(isOwn);
    while (!won) won = (await stock.openElsewhere(caseId)).coupons.find(isOwn);
    const { id } = won;

    const keys: (string | undefined)[] = [];
    const paid: number[] = [];
    await page.route(`**/api/v1/coupons/convert/${id}`, async (route) => {
      keys.push(route.request().headers()[IDEMPOTENCY_HEADER]);
      const answer = await route.fetch();
      paid.push(((await answer.json()) as { paid: number }).paid);
      if (keys.length === 1) await route.abort();
      else await route.fulfill({ response: answer });
    });
    // other tests of this player win and swap as well: only this coupon is looked at
    await page.route(LIST_CALL, async (route) => {
      const coupons = [{ ...won, state: 'owned', gives: null, draw: { epochId: 'e-1', nonce: 0 } }];
      await route.fulfill({
        json: { coupons, pageInfo: { currentPage: 1, lastPage: 1, nextBefore: null } },
      });
    });
    await page.goto(COUPONS);
    const swap = prizes(page).getByRole('button', { name: /^Обменять/ });
    await swap.click();
    await expect(notice(page, 'Обмен не прошёл')).toBeVisible();
    await swap.click();
    await expect(prizes(page).getByText('Обменян')).toBeVisible();
    // the second answer is that of the first request: nothing was paid again
    await expect.poll(() => paid).toEqual([won.premiumCoinsPrice, won.premiumCoinsPrice]);
    expect(new Set(keys).size).toBe(1);

    await page.unroute(LIST_CALL);
    await page.goto('/cabinet?section=donate_inventory&state=converted#inventory');
    await expect(prizes(page).filter({ hasText: won.name }).getByText('Обменян').first()).toBeVisible();
  });
});
