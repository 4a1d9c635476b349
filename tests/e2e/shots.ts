import { expect, type Page, test } from '@playwright/test';
import { LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { accountShots } from './accountShots.ts';
import { demoReferrals } from './demoReferrals.ts';
import { chooseServer, fillSignUp, newPlayer, submitButton } from './fixtures.ts';
import { signInAsDemo } from './player.ts';
import { shopShots } from './shopShots.ts';
import { newsShots } from './newsShots.ts';
import { failing, pending, type Shot } from './shotAnswers.ts';

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
  { name: 'terms', path: '/terms' },
  { name: 'terms-notice', path: '/terms', signedIn: true, before: announceTerms },
  { name: 'fairness', path: '/fairness' },
  {
    name: 'fairness-refused',
    path: '/fairness?way=hand',
    after: (page) => page.locator('form button[type=submit]').click(),
  },
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
        route.fulfill({ json: { userCases: [], unrevealed: [], unrevealedCount: 0 } }),
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
    after: (page) => page.getByRole('switch').last().click(),
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
  ...newsShots,
  ...shopShots,
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

async function showLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}

async function announceTerms(page: Page): Promise<void> {
  const notice = { inForceOn: '2026-12-24', text: 'Unopened cases can be given back within 30 days.' };
  await page.route('**/api/v1/terms-notices', (route) => route.fulfill({ json: { notices: [notice] } }));
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
  await page.getByRole('switch').last().click();
  await openCase(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').locator('button[data-variant=primary]')).toBeVisible();
}
