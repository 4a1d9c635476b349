import type { Page } from '@playwright/test';
import type { CouponPage } from '#/contract/cases.ts';
import { COUPON_PAGE_CELLS } from '#/contract/kernel/limits.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { signInAsDemo } from '../player.ts';

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

  test('C5 loads on as one scrolls, draws only what is near, waits for a retry, and ends', async ({
    page,
  }) => {
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

    // the rest of the way on a phone, where a page is longer
    await page.setViewportSize(PHONE);
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await showPrize(page, COUPON_PAGE_CELLS + 1);
    await showPrize(page, 1);
    await expect(page.getByText('No more results!')).toBeVisible();
    expect(await prizes(page).count()).toBeLessThan(6 * COUPON_PAGE_CELLS);

    // the way back draws them again
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByText(`Prize ${count}`, { exact: true })).toBeVisible();
  });
});
