import { LOCALES, localePrefix } from '#/contract/locale.ts';
import { FALLBACK_SERVER_KEY } from '#/contract/limits.ts';
import type { Page, Route } from '@playwright/test';
import {
  chooseServer,
  expect,
  fillSignUp,
  newPlayer,
  seriousFaults,
  signUp,
  submitButton,
  test,
} from './fixtures.ts';

const words = {
  ru: {
    signIn: 'Вход',
    wrong: 'Неверный логин, e-mail или пароль',
    emailTaken: 'Пользователь с таким e-mail уже существует',
    loginTaken: 'Пользователь с таким логином уже существует',
    server: 'Нужно выбрать сервер',
    offline: 'Нет связи с сервером',
  },
  uk: {
    signIn: 'Вхід',
    wrong: 'Неправильний логін, e-mail або пароль',
    emailTaken: 'Користувач із таким e-mail уже існує',
    loginTaken: 'Користувач із таким логіном уже існує',
    server: 'Потрібно обрати сервер',
    offline: 'Немає зв’язку із сервером',
  },
  en: {
    signIn: 'Sign in',
    wrong: 'Invalid login, e-mail or password',
    emailTaken: 'A user with this email already exists',
    loginTaken: 'A user with this login already exists',
    server: 'A server must be selected',
    offline: 'No connection to the server',
  },
};

const input = (page: Page, name: string) => page.locator(`input[name=${name}]`);
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

test('A1 switching tabs clears what was entered', async ({ page }) => {
  await page.goto('/auth');
  await input(page, 'loginOrEmail').fill('marlo');
  await input(page, 'password').fill('secret-word');
  await page.getByRole('tab').nth(1).click();
  await expect(input(page, 'password')).toHaveValue('');
  await input(page, 'login').fill('marlo');
  await page.getByRole('tab').first().click();
  await expect(input(page, 'loginOrEmail')).toHaveValue('');
  await expect(input(page, 'password')).toHaveValue('');
});

test('A1 nothing is shown until the server list has loaded', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/servers', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/auth');
  await expect(page.getByRole('status')).toBeVisible();
  await expect(page.locator('form')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(0);
  release();
  await expect(page.locator('form')).toBeVisible();
  await page.getByRole('combobox').click();
  await expect(page.getByRole('option')).not.toHaveCount(0);
  await page.mouse.click(2, 2);
  await expect(page.getByRole('option')).toHaveCount(0);
});

test.describe('when the server list fails', () => {
  test.use({ allowedErrors: [/status of 500/] });
  test('A1 the fallback entry is everest', async ({ page }) => {
    await page.route('**/api/v1/servers', answer(500, { code: 'internal', message: '', requestId: '1' }));
    let sent: { server?: string } = {};
    await page.route('**/api/v1/auth/login', (route) => {
      sent = route.request().postDataJSON() as typeof sent;
      return answer(500, { code: 'internal', message: '', requestId: '2' })(route);
    });
    await page.goto('/auth');
    await expect(page.getByRole('combobox')).toContainText('Everest');
    await input(page, 'loginOrEmail').fill('marlo');
    await input(page, 'password').fill('secret-word');
    await input(page, 'password').press('Enter');
    await expect(page.getByRole('alert')).toContainText(words.ru.wrong);
    expect(sent.server).toBe(FALLBACK_SERVER_KEY);
  });
});

test.describe('refused by the server', () => {
  test.use({ allowedErrors: [/status of 422/] });

  for (const locale of LOCALES) {
    const text = words[locale];
    test(`A2 wrong credentials in ${locale}: errorCredentials, and what was typed stays`, async ({
      page,
    }) => {
      await page.goto(`${localePrefix(locale)}/auth`);
      await expect(selectedTab(page)).toHaveText(text.signIn);
      await chooseServer(page);
      await input(page, 'loginOrEmail').fill('nobody-here');
      await input(page, 'password').fill('wrong-word-1');
      await submitButton(page).click();
      await expect(page.getByRole('alert')).toHaveText(text.wrong);
      await expect(input(page, 'loginOrEmail')).toHaveValue('nobody-here');
      await expect(input(page, 'password')).toHaveValue('wrong-word-1');
    });

    test(`A4 a taken login and e-mail in ${locale} are said at their fields and go with the next key`, async ({
      page,
      browser,
    }) => {
      const other = await browser.newPage();
      const taken = await signUp(other);
      await other.close();
      await page.goto(`${localePrefix(locale)}/auth?register`);
      await fillSignUp(page, taken);
      await submitButton(page).click();
      await expect(page.getByText(text.loginTaken)).toBeVisible();
      await expect(page.getByText(text.emailTaken)).toBeVisible();
      await expect(input(page, 'login')).toHaveAttribute('aria-invalid', 'true');
      await expect(input(page, 'email')).toHaveAttribute('aria-invalid', 'true');
      await expect(page.locator('input:focus')).toHaveAttribute('aria-invalid', 'true');
      await input(page, 'email').press('End');
      await input(page, 'email').press('x');
      await expect(page.getByText(text.emailTaken)).toBeHidden();
      await expect(page.getByText(text.loginTaken)).toBeVisible();
    });
  }

  test('A4 an unknown promo code is said at its field', async ({ page }) => {
    await page.goto('/auth?register');
    await fillSignUp(page, newPlayer());
    await input(page, 'promo_code').fill('nobody0code');
    await submitButton(page).click();
    await expect(page.getByText('Неверный промокод')).toBeVisible();
    await expect(input(page, 'promo_code')).toHaveValue('NOBODY0CODE');
    await expect(input(page, 'promo_code')).toBeFocused();
  });
});

for (const locale of LOCALES) {
  test(`A4 an empty form in ${locale} names what is missing and goes to the first field`, async ({
    page,
  }) => {
    await page.goto(`${localePrefix(locale)}/auth?register`);
    await submitButton(page).click();
    await expect(page.getByText(words[locale].server)).toBeVisible();
    await expect(page.getByRole('combobox')).toBeFocused();
    for (const name of ['login', 'email', 'password', 'password_confirmation'])
      await expect(input(page, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(input(page, 'promo_code')).not.toHaveAttribute('aria-invalid', 'true');
    expect(await seriousFaults(page)).toEqual([]);
  });
}

test('A4 space and Cyrillic never appear in login and e-mail, the promo code is upper-case Latin and digits', async ({
  page,
}) => {
  await page.goto('/auth?register');
  await input(page, 'login').pressSequentially('mаr lo їж7');
  await expect(input(page, 'login')).toHaveValue('mrlo7');
  await input(page, 'email').pressSequentially('Nіght Ё@Example.ORG');
  await expect(input(page, 'email')).toHaveValue('nght@example.org');
  await input(page, 'promo_code').pressSequentially('ab-3 я_c');
  await expect(input(page, 'promo_code')).toHaveValue('AB3C');
  // what is filtered out in the middle does not move the caret
  await input(page, 'login').press('ArrowLeft');
  await input(page, 'login').pressSequentially(' ж_');
  await expect(input(page, 'login')).toHaveValue('mrlo_7');
});

test('A4 login, e-mail and promo code end at 40, 55 and 35 characters', async ({ page }) => {
  await page.goto('/auth?register');
  for (const [name, most] of [
    ['login', 40],
    ['email', 55],
    ['promo_code', 35],
  ] as const) {
    await input(page, name).pressSequentially('a'.repeat(most + 3));
    await expect(input(page, name)).toHaveValue(name === 'promo_code' ? 'A'.repeat(most) : 'a'.repeat(most));
  }
});

test('A4 the confirmation is looked at again when the password changes', async ({ page }) => {
  await page.goto('/auth?register');
  await fillSignUp(page, newPlayer());
  await input(page, 'password').fill('another-lamp-48');
  await submitButton(page).click();
  await expect(page.getByText('Пароли не совпадают')).toBeVisible();
  await input(page, 'password').fill('sodium-lamp-47');
  await expect(page.getByText('Пароли не совпадают')).toBeHidden();
});

test('A4 A5 a fresh player signs up: token stored, page reloaded, cabinet open, /auth closed', async ({
  page,
  context,
}) => {
  const stored = page.waitForRequest('**/auth-store-token');
  await page.goto('/auth?register');
  await fillSignUp(page, newPlayer());
  await submitButton(page).click();
  expect((await stored).headers()['x-csrf-token']).toBeTruthy();
  await expect(page).toHaveURL(/\/cabinet$/);
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === 'apiToken')?.value).toBeTruthy();
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/cabinet$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/cabinet$/);
});

test.describe('a lost connection', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test('A2 an e-mail is sent lower-cased as email, anything else as login', async ({ page }) => {
    const bodies: Record<string, string>[] = [];
    await page.route('**/api/v1/auth/login', (route) => {
      bodies.push(route.request().postDataJSON() as Record<string, string>);
      return route.abort();
    });
    await page.goto('/auth');
    await chooseServer(page);
    await input(page, 'password').fill('secret-word');
    for (const name of ['Night@Example.org', 'Marlo.Night']) {
      await input(page, 'loginOrEmail').fill(name);
      await submitButton(page).click();
      await expect(page.getByRole('alert')).toContainText(words.ru.offline);
      await expect(submitButton(page)).not.toHaveAttribute('aria-busy', 'true');
    }
    expect(bodies).toMatchObject([{ email: 'night@example.org' }, { login: 'Marlo.Night' }]);
    expect(bodies[0]).not.toHaveProperty('login');
    expect(bodies[1]).not.toHaveProperty('email');
  });

  test('A2 is told in words, and the next try goes through', async ({ page }) => {
    const player = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/auth');
    await chooseServer(page);
    await input(page, 'loginOrEmail').fill(player.email.toUpperCase());
    await input(page, 'password').fill(player.password);
    await page.route('**/api/v1/auth/login', (route) => route.abort(), { times: 1 });
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toContainText(words.ru.offline);
    await input(page, 'password').press('Enter');
    await expect(page).toHaveURL(/\/cabinet$/);
  });
});

test('A2 a submit while one runs is ignored', async ({ page }) => {
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
    await expect(second).toHaveURL(/\/cabinet$/);
    await signOutFromHeader(page);
    await expect(page).toHaveURL(/\/$/);
    expect((await context.cookies()).some(({ name }) => name === 'apiToken')).toBe(false);
    await second.reload();
    await expect(second).toHaveURL(/\/auth$/);
    await second.close();
  });

  test('E1 a 401 forgets the player and leads to /auth', async ({ page }) => {
    await signUp(page, '/uk');
    await page.evaluate(() => localStorage.setItem('left', 'behind'));
    await page.route(
      '**/api/v1/user',
      answer(401, { code: 'sessionRequired', message: '', requestId: '1' }),
      { times: 1 },
    );
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
  test(`${path} has no serious fault of accessibility`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('form')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });
