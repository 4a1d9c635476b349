import { expect, type Page } from '@playwright/test';
import { ORDER_STATES } from '#/contract/orders.ts';
import { demoMonth, demoOrder } from '../support/components/demoOrder.ts';
import { submitButton } from './fixtures.ts';
import { failing, pending, refusing, type Shot } from './shotAnswers.ts';
import { payButton, saveCart } from './shopper.ts';

const CHECKOUT = '/donate/verification-payment';

/** The shop, from its tabs to the history of orders. */
export const shopShots: readonly Shot[] = [
  { name: 'shop-coins', path: '/donate' },
  { name: 'shop-coins-signed-in', path: '/donate', signedIn: true },
  { name: 'shop-coins-empty', path: '/donate', after: (page) => submitButton(page).first().click() },
  { name: 'shop-loading', path: '/donate', before: pending('/api/donate-data') },
  { name: 'shop-failed', path: '/donate', before: failing('/api/donate-data') },
  { name: 'shop-premium', path: '/donate#Premium', signedIn: true },
  { name: 'shop-premium-visitor', path: '/donate#Premium' },
  { name: 'shop-cases', path: '/donate#cases', signedIn: true },
  { name: 'shop-offers', path: '/donate#goods', signedIn: true },
  { name: 'shop-services', path: '/donate#Services', signedIn: true },
  { name: 'shop-too-dear', path: '/donate#Services', signedIn: true, after: wishTooMuch },
  { name: 'shop-by-coin', path: '/donate#Services', signedIn: true, after: buyWithCoins },
  { name: 'shop-sold-out', path: '/donate#Premium', signedIn: true, before: soldOut },
  { name: 'shop-case', path: '/donate/case/1', signedIn: true },
  { name: 'shop-case-unknown', path: '/donate/case/999999' },
  { name: 'checkout', path: CHECKOUT, before: demoCart, after: waysToPay },
  { name: 'checkout-loading', path: CHECKOUT, before: pending('/api/donate/cart') },
  { name: 'checkout-failed', path: CHECKOUT, before: failing('/api/donate/cart') },
  { name: 'checkout-expired', path: CHECKOUT, before: refusing('/api/donate/cart', 'cartExpired') },
  { name: 'checkout-unticked', path: CHECKOUT, before: demoCart, after: payUnticked },
  { name: 'checkout-discount', path: CHECKOUT, before: demoCart, after: takeDiscount },
  ...ORDER_STATES.map((state) => ({
    name: `payment-${state}`,
    path: `/donate/success?order=${demoOrder(state).id}`,
    before: (page: Page) =>
      page.route('**/api/donate/order/*', (route) => route.fulfill({ json: { order: demoOrder(state) } })),
  })),
  { name: 'payment-unknown', path: '/donate/success' },
  { name: 'orders', path: '/cabinet#orders', signedIn: true, before: demoOrders },
  { name: 'orders-failed', path: '/cabinet#orders', signedIn: true, before: failing('/api/v1/orders?*') },
];

/** The first good that is paid with coins, in the tab of the services. */
const priceInCoins = (page: Page) => page.locator('article button[aria-label*=OC]').first();

async function demoCart(page: Page): Promise<void> {
  await saveCart(page, 'demo');
}

async function waysToPay(page: Page): Promise<void> {
  await expect(page.getByRole('radio').first()).toBeAttached();
}

async function payUnticked(page: Page): Promise<void> {
  await waysToPay(page);
  await payButton(page).click();
}

async function takeDiscount(page: Page): Promise<void> {
  await waysToPay(page);
  await page.locator('input[name=code]').fill('NIGHT10');
  await page.locator('input[name=code]').press('Enter');
  await expect(page.locator('input[name=code]')).toHaveCount(0);
}

async function demoOrders(page: Page): Promise<void> {
  await page.route('**/api/v1/orders?*', (route) =>
    route.fulfill({
      json: {
        orders: ORDER_STATES.map(demoOrder),
        months: [demoMonth('2026-03', { paid_cents: 103_500, refunded_cents: 41_400 })],
        pageInfo: { currentPage: 1, lastPage: 1 },
      },
    }),
  );
}

/** The second good is sold out, of the others there are three left. */
async function soldOut(page: Page): Promise<void> {
  await page.route('**/api/v1/goods?*', async (route) => {
    const answer = await route.fetch();
    const { goods } = (await answer.json()) as { goods: { id: number }[] };
    await route.fulfill({
      json: { goods: goods.map((good) => Object.assign(good, { count: good.id % 2 ? 3 : 0 })) },
    });
  });
}

async function wishTooMuch(page: Page): Promise<void> {
  const quantity = page.locator('article input').first();
  await quantity.fill('200');
  await priceInCoins(page).click();
  await expect(quantity).toHaveAttribute('aria-invalid', 'true');
}

async function buyWithCoins(page: Page): Promise<void> {
  await priceInCoins(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}
