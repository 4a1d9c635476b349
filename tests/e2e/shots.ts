import { expect, type Page, test } from '@playwright/test';
import { LOCALES, localePrefix } from '#/contract/locale.ts';
import { chooseServer, fillSignUp, newPlayer, submitButton } from './fixtures.ts';
import { signInAsDemo } from './player.ts';

interface Shot {
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
  { name: 'not-found', path: '/no/such/street' },
  { name: 'credits', path: '/credits' },
  { name: 'kit', path: '/playground#kit' },
  { name: 'cabinet', path: '/cabinet', signedIn: true },
  { name: 'cabinet-loading', path: '/cabinet', signedIn: true, before: pending('/api/v1/user') },
  { name: 'cabinet-failed', path: '/cabinet', signedIn: true, before: failing('/api/v1/user') },
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
        route.fulfill({ json: { coupons: [], pageInfo: { currentPage: 1, lastPage: 1 } } }),
      ),
    after: showCoupons,
  },
  { name: 'case', path: '/cabinet/case/1', signedIn: true },
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
