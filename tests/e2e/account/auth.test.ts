import type { Page } from '@playwright/test';
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
import { newAccount, signUp, storeToken } from '../player.ts';

test.describe('a lost connection', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test('A2 shows a sentence, and the next try succeeds', async ({ page }) => {
    const player = await newAccount(page);
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

test.describe('a session that ended elsewhere', () => {
  test.use({ allowedErrors: [/status of 401/] });

  test('C1 L4 signing out ends the session in every tab, and the cabinet leads to the sign-in', async ({
    page,
    context,
  }) => {
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
    await storeToken(page, (await newAccount(page, 'uk')).token);
    await page.goto('/healthz');
    await page.evaluate(() => localStorage.setItem('left', 'behind'));
    const body = JSON.stringify({ code: 'sessionRequired', message: '', requestId: '1' });
    await page.route('**/api/v1/user', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body }),
    );
    await page.goto('/uk/cabinet');
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

test('E5 RT10 switching the language keeps path, query and hash, and what was typed except passwords', async ({
  page,
}) => {
  await page.goto('/uk/auth?register#here');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await expect(input(page, 'login')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  const player = newPlayer();
  await fillSignUp(page, player);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/en\/auth\?register#here$/);
  await expect(page).toHaveTitle('Sign in or sign up — ONE RP');
  await expect(input(page, 'login')).toHaveValue(player.login);
  await expect(input(page, 'email')).toHaveValue(player.email);
  await expect(input(page, 'password')).toHaveValue('');
  await page.getByRole('link', { name: 'Русский' }).click();
  await expect(page).toHaveURL(/\d\/auth\?register#here$/);
});
