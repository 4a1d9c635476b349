import { expect, type Page, test } from '@playwright/test';
import { LOCALES, localePrefix } from '#/contract/locale.ts';
import type { ErrorCode } from '#/contract/errors.ts';
import { ORDER_STATES } from '#/contract/shop.ts';
import { accountShots } from './accountShots.ts';
import { demoOrder } from './demoOrder.ts';
import { demoReferrals } from './demoReferrals.ts';
import { chooseServer, fillSignUp, newPlayer, submitButton } from './fixtures.ts';
import { signInAsDemo } from './player.ts';
import { payButton, saveCart } from './shopper.ts';

export interface Shot {
  name: string;
  path: string;
  signedIn?: boolean;
  /** Before the page is opened: answers that a state needs. */
  before?: (page: Page) => Promise<unknown>;
  /** Once it is open: what leads to the state. */
  after?: (page: Page) => Promise<unknown>;
}

const failing = (path: string) => (page: Page) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: '', requestId: '1' } }),
  );
const pending = (path: string) => (page: Page) => page.route(`**${path}`, () => {});

const refusing = (path: string, code: ErrorCode) => (page: Page) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ status: 409, json: { code, message: '', requestId: '1' } }),
  );
const CHECKOUT = '/donate/verification-payment';

/** Every page and state; a new page adds its lines. */
const shots: Shot[] = [
  { name: 'landing', path: '' },
  { name: 'landing-signed-in', path: '', signedIn: true },
  { name: 'landing-loading', path: '', before: pending('/api/v1/servers-statistic') },
  { name: 'landing-counts-failed', path: '', before: failing('/api/v1/servers-statistic') },
  { name: 'menu', path: '', after: openMenu },
  { name: 'sign-in', path: '/auth' },
  { name: 'sign-in-loading', path: '/auth', before: pending('/api/v1/servers') },
  { name: 'sign-in-refused', path: '/auth', after: signInWrongly },
  { name: 'sign-in-select', path: '/auth', after: (page) => page.getByRole('combobox').click() },
  { name: 'sign-up', path: '/auth?register' },
  { name: 'sign-up-empty', path: '/auth?register', after: (page) => submitButton(page).click() },
  { name: 'sign-up-taken', path: '/auth?register', after: signUpTaken },
  ...accountShots,
  { name: 'not-found', path: '/no/such/street' },
  { name: 'credits', path: '/credits' },
  { name: 'kit', path: '/playground#kit' },
  { name: 'cabinet', path: '/cabinet', signedIn: true },
  { name: 'cabinet-loading', path: '/cabinet', signedIn: true, before: pending('/api/v1/user') },
  { name: 'cabinet-failed', path: '/cabinet', signedIn: true, before: failing('/api/v1/user') },
  {
    name: 'cabinet-history-failed',
    path: '/cabinet',
    signedIn: true,
    before: failing('/api/v1/user/movements'),
  },
  { name: 'referral', path: '/cabinet#ref-system', signedIn: true },
  { name: 'referral-donat', path: '/cabinet?section=donat#ref-system', signedIn: true },
  { name: 'referral-known', path: '/cabinet#ref-system', signedIn: true, before: demoReferrals },
  {
    name: 'referral-known-donat',
    path: '/cabinet?section=donat#ref-system',
    signedIn: true,
    before: demoReferrals,
  },
  {
    name: 'referral-loading',
    path: '/cabinet#ref-system',
    signedIn: true,
    before: pending('/api/v1/referral/milestone'),
  },
  {
    name: 'referral-failed',
    path: '/cabinet#ref-system',
    signedIn: true,
    before: failing('/api/v1/referral/milestone'),
  },
  { name: 'inventory', path: '/cabinet#inventory', signedIn: true },
  {
    name: 'inventory-failed',
    path: '/cabinet#inventory',
    signedIn: true,
    before: failing('/api/v1/cases/user'),
  },
  {
    name: 'inventory-empty',
    path: '/cabinet#inventory',
    signedIn: true,
    before: (page) =>
      page.route('**/api/v1/cases/user', (route) =>
        route.fulfill({ json: { userCases: [], unrevealed: [] } }),
      ),
  },
  { name: 'coupons', path: '/cabinet#inventory', signedIn: true, after: showCoupons },
  {
    name: 'coupons-empty',
    path: '/cabinet#inventory',
    signedIn: true,
    before: (page) =>
      page.route('**/api/v1/coupons/user/**', (route) =>
        route.fulfill({
          json: { coupons: [], pageInfo: { currentPage: 1, lastPage: 1, nextBefore: null } },
        }),
      ),
    after: showCoupons,
  },
  {
    name: 'coupons-none',
    path: '/cabinet?section=donate_inventory&state=delivered#inventory',
    signedIn: true,
  },
  {
    name: 'coupons-failed',
    path: '/cabinet?section=donate_inventory#inventory',
    signedIn: true,
    before: failing('/api/v1/coupons/user/?*'),
  },
  { name: 'case', path: '/cabinet/case/1', signedIn: true },
  {
    name: 'case-several',
    path: '/cabinet/case/3',
    signedIn: true,
    after: (page) => page.getByRole('switch').first().click(),
  },
  { name: 'case-several-won', path: '/cabinet/case/3', signedIn: true, after: openFive },
  { name: 'case-loading', path: '/cabinet/case/1', signedIn: true, before: pending('/api/v1/cases/user/1') },
  { name: 'case-failed', path: '/cabinet/case/1', signedIn: true, before: failing('/api/v1/cases/user/1') },
  { name: 'case-sold-out', path: '/cabinet/case/1', signedIn: true, before: withoutStock },
  { name: 'case-won', path: '/cabinet/case/2', signedIn: true, after: (page) => openCase(page, 'dialog') },
  {
    name: 'case-lost-connection',
    path: '/cabinet/case/1',
    signedIn: true,
    before: (page) => page.route('**/api/v1/cases/open/', (route) => route.abort()),
    after: (page) => openCase(page, 'alert'),
  },
  { name: 'case-unknown', path: '/cabinet/case/999999', signedIn: true },
  { name: 'shop-coins', path: '/donate' },
  { name: 'shop-coins-signed-in', path: '/donate', signedIn: true },
  { name: 'shop-coins-empty', path: '/donate', after: (page) => submitButton(page).click() },
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

for (const locale of LOCALES)
  for (const shot of shots)
    test(`${shot.name} ${locale}`, async ({ page }, { project }) => {
      if (shot.signedIn) await signInAsDemo(page);
      await shot.before?.(page);
      await page.goto(localePrefix(locale) + shot.path || '/');
      await expect(page.locator('main :is(h1, h2, output, [aria-busy])').first()).toBeAttached({
        timeout: 30_000,
      });
      if (!shot.name.endsWith('-loading')) await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await shot.after?.(page);
      await showLazyPictures(page);
      await page.evaluate(async () => void (await document.fonts.ready));
      await page.screenshot({
        path: `shots/${shot.name}/${project.name}-${locale}.png`,
        fullPage: true,
        animations: 'disabled',
      });
    });

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
      json: { orders: ORDER_STATES.map(demoOrder), pageInfo: { currentPage: 1, lastPage: 1 } },
    }),
  );
}

async function showLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}

async function openMenu(page: Page): Promise<void> {
  const burger = page.locator('header button[aria-haspopup=dialog]');
  if (await burger.isVisible()) await burger.click();
}

async function signInWrongly(page: Page): Promise<void> {
  await chooseServer(page);
  await page.locator('input[name=loginOrEmail]').fill(newPlayer().login);
  await page.locator('input[name=password]').fill('wrong-word-1');
  await submitButton(page).click();
  await expect(page.getByRole('alert').locator('p')).toBeVisible();
}

async function signUpTaken(page: Page): Promise<void> {
  await fillSignUp(page, { ...newPlayer(), login: 'demo', email: 'demo@example.org' });
  await submitButton(page).click();
  await expect(page.locator('input:focus')).toHaveAttribute('aria-invalid', 'true');
}

async function showCoupons(page: Page): Promise<void> {
  await page.getByRole('tab').last().click();
  await expect(page.getByRole('tabpanel').last()).toBeVisible();
}

async function withoutStock(page: Page): Promise<void> {
  await page.route('**/api/v1/cases/user/1', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), count: 0 } });
  });
}

async function openCase(page: Page, outcome: 'dialog' | 'alert'): Promise<void> {
  await page.locator('button[data-size=large]').click();
  await expect(page.getByRole(outcome)).toBeVisible({ timeout: 20_000 });
}

async function openFive(page: Page): Promise<void> {
  await page.getByRole('switch').first().click();
  await openCase(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').locator('button[data-variant=primary]')).toBeVisible();
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

/** The first good that is paid with coins, in the tab of the services. */
const priceInCoins = (page: Page) => page.locator('article button[aria-label*=OC]').first();

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
