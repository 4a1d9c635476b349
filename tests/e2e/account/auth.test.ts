import type { Page, Route } from '@playwright/test';
import {
  chooseServer,
  expect,
  fillSignUp,
  input,
  newPlayer,
  seriousFaults,
  submitButton,
  test,
} from '../fixtures.ts';
import { signUp } from '../player.ts';

const selectedTab = (page: Page) => page.locator('[role=tab][aria-selected=true]');

/** Answers a call of the API instead of the server. */
const answer = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

test('RT2 a query with register opens sign-up, none opens sign-in, and the tab is kept in the address', async ({
  page,
}) => {
  await page.goto('/auth');
  await expect(input(page, 'loginOrEmail')).toBeVisible();
  await page.goto('/auth?x=1&register');
  await expect(input(page, 'login')).toBeVisible();
  await page.getByRole('tab').first().click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByRole('tab').nth(1).click();
  await expect(page).toHaveURL(/\/auth\?register$/);
  await page.reload();
  await expect(input(page, 'login')).toBeVisible();
});

test.describe('refused by the server', () => {
  test.use({ allowedErrors: [/status of 422/] });

  test(
    'A2 wrong credentials: errorCredentials, and what was typed stays',
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto('/auth');
      await expect(selectedTab(page)).toHaveText('Вход');
      // a name of its own: wrong passwords for one account are counted
      const { login } = newPlayer();
      await chooseServer(page);
      await input(page, 'loginOrEmail').fill(login);
      await input(page, 'password').fill('wrong-word-1');
      await submitButton(page).click();
      await expect(page.getByRole('alert')).toHaveText('Неверный логин, e-\u2060mail или пароль');
      await expect(input(page, 'loginOrEmail')).toHaveValue(login);
      await expect(input(page, 'password')).toHaveValue('wrong-word-1');
    },
  );
});

test.describe('a lost connection', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test('A2 shows a sentence, and the next try succeeds', async ({ page }) => {
    const player = await signUp(page);
    // leaves the page first: the answer of a pending request would be a 401
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto('/auth');
    await chooseServer(page);
    await input(page, 'loginOrEmail').fill(player.email.toUpperCase());
    await input(page, 'password').fill(player.password);
    await page.route('**/api/v1/auth/login', (route) => route.abort(), { times: 1 });
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Нет связи с сервером');
    await input(page, 'password').press('Enter');
    await expect(page).toHaveURL(/\/cabinet$/);
  });
});

test('A2 a submit while one runs is ignored', { tag: '@phone' }, async ({ page }) => {
  let requests = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/auth/register', async (route) => {
    requests += 1;
    await held;
    await route.continue();
  });
  await page.goto('/auth?register');
  await fillSignUp(page, newPlayer());
  await submitButton(page).dblclick();
  await input(page, 'password').press('Enter');
  await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page).toHaveURL(/\/cabinet$/);
  expect(requests).toBe(1);
});

test.describe('a session that ended elsewhere', () => {
  test.use({ allowedErrors: [/status of 401/] });

  test('L4 signing out ends the session in every tab', async ({ page, context }) => {
    await signUp(page);
    const second = await context.newPage();
    await second.goto('/cabinet');
    // waits until no request is pending: it is the sign-out that must be noticed, and no 401
    await expect(second.getByText('•••••@example.org')).toBeVisible();
    await expect(second.locator('main [aria-busy=true]')).toHaveCount(0);
    await signOutFromHeader(page);
    await expect(page).toHaveURL(/\/$/);
    expect((await context.cookies()).some(({ name }) => name === 'apiToken')).toBe(false);
    await expect(second).toHaveURL(/\/auth$/);
    await expect(second.getByText('•••••@example.org')).toHaveCount(0);
    await second.close();
  });

  test('E1 a 401 forgets the player and leads to /auth', async ({ page }) => {
    await signUp(page, '/uk');
    await page.evaluate(() => localStorage.setItem('left', 'behind'));
    await page.route('**/api/v1/user', answer(401, { code: 'sessionRequired', message: '', requestId: '1' }));
    await page.reload();
    await expect(page).toHaveURL(/\/uk\/auth$/);
    expect(await page.evaluate(() => localStorage.getItem('left'))).toBeNull();
    expect((await page.context().cookies()).some(({ name }) => name === 'apiToken')).toBe(false);
  });
});

async function signOutFromHeader(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 1170)
    await page.getByRole('button', { name: 'Открыть меню' }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
}

test('RT10 switching the language keeps path, query and hash', async ({ page }) => {
  await page.goto('/auth?register#here');
  await page.getByRole('link', { name: 'Українська' }).click();
  await expect(page).toHaveURL(/\/uk\/auth\?register#here$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await expect(input(page, 'login')).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/en\/auth\?register#here$/);
  await expect(page).toHaveTitle('Sign in or sign up — ONE RP');
  await page.getByRole('link', { name: 'Русский' }).click();
  await expect(page).toHaveURL(/\d\/auth\?register#here$/);
});

for (const path of ['/auth', '/uk/auth?register'])
  test(`E5 ${path} has no serious fault of accessibility`, { tag: '@phone' }, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('form')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });
