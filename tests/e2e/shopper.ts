import type { Page } from '@playwright/test';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import type { Cart, CartBody } from '#/contract/shop.ts';
import { expect, type NewPlayer } from './fixtures.ts';
import { captchaFor, newAccount, storeToken } from './player.ts';

/** Saves a cart as the shop does it: 230 € of coins unless something else is wished for. */
export async function saveCart(page: Page, login: string, wish: Partial<CartBody> = {}): Promise<Cart> {
  const saved = await page.request.post('/api/donate/cart', {
    data: {
      server: 'everest',
      login,
      product_type: 'one_coin',
      amount: 2300,
      ...wish,
      captcha: await captchaFor(page, 'cart'),
    },
    headers: { [IDEMPOTENCY_HEADER]: crypto.randomUUID() },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  return (await saved.json()) as Cart;
}

/** A browser whose new player is about to buy; `signedIn` as that player. */
export async function aboutToBuy(
  page: Page,
  {
    signedIn = false,
    prefix = '',
    wish = {},
  }: { signedIn?: boolean; prefix?: string; wish?: Partial<CartBody> } = {},
): Promise<NewPlayer> {
  const player = await newAccount(page);
  if (signedIn) await storeToken(page, player.token);
  await saveCart(page, player.login, wish);
  await page.goto(`${prefix}/donate/verification-payment`);
  await expect(payButton(page)).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeAttached();
  return player;
}

export const payButton = (page: Page) => page.locator('aside form button[type=submit]');

/** Ticks the terms and goes on to the page of the payment. */
export async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('checkbox').click();
  await payButton(page).click();
  await page.waitForURL(/\/sandbox\/pay\//);
}

/** Presses one of the buttons of the test payment system. */
export async function atPayment(page: Page, action: 'pay' | 'late' | 'decline' | 'leave'): Promise<void> {
  await page.locator(`button[value=${action}]`).click();
  await page.waitForURL(/\/donate\/(success|fail)\?order=/);
}

/** The value beside a label of the receipt. */
export const receiptRow = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

/** Notices that say something. */
export const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Уведомления' }).getByText(text);
