import type { Page, Route } from '@playwright/test';
import { chooseServer, expect, input, newPlayer, submitButton, test } from '../fixtures.ts';

const notice = (page: Page) =>
  page.getByRole('region', { name: 'Уведомления' }).getByText('Проверка «я не робот» не пройдена');

const refusal = (code: string) => (route: Route) =>
  route.fulfill({
    status: 422,
    contentType: 'application/json',
    body: JSON.stringify({ code, message: '', requestId: '1' }),
  });

async function fillSignIn(page: Page): Promise<void> {
  await chooseServer(page);
  await input(page, 'loginOrEmail').fill(newPlayer().login);
  await input(page, 'password').fill('wrong-word-1');
}

/** The token that the next sign-in sends; it is answered with a refusal. */
async function sentToken(page: Page): Promise<string> {
  const sent = page.waitForRequest('**/api/v1/auth/login');
  await submitButton(page).click();
  const { captcha } = (await sent).postDataJSON() as { captcha: string };
  await expect(submitButton(page)).not.toHaveAttribute('aria-busy', 'true');
  return captcha;
}

const RECAPTCHA = 'https://www.google.com/recaptcha/api.js?render=site-key';

/** Serves the page as a site with reCAPTCHA serves it, and its script as `script`. */
async function serveWithRecaptcha(page: Page, script: string): Promise<void> {
  await page.route(/\/auth$/, async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    const body = (await answer.text()).replace(
      /"captcha":\{[^}]*\}/,
      '"captcha":{"provider":"recaptcha","siteKey":"site-key"}',
    );
    const csp = headers['content-security-policy']?.replace(
      "script-src 'self'",
      "script-src 'self' https://www.google.com/recaptcha/",
    );
    await route.fulfill({
      response: answer,
      body,
      headers: { ...headers, 'content-security-policy': csp ?? '' },
    });
  });
  await page.route(RECAPTCHA, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
}

const SOLVER = /\/assets\/altchaWorker-[\w-]+\.js$/;

test.describe('S16', () => {
  test.use({ allowedErrors: [/status of 422/] });

  test('a puzzle is solved in a worker while the player types; a refused token is noticed, what was typed stays, and each submit sends another token', async ({
    page,
  }) => {
    await page.route('**/api/v1/auth/login', refusal('errorCaptcha'), { times: 1 });
    const challenge = page.waitForResponse('**/api/v1/captcha/challenge?action=signIn');
    const worker = page.waitForEvent('worker', (started) => SOLVER.test(started.url()));
    await page.goto('/auth');
    await input(page, 'loginOrEmail').focus();
    expect((await challenge).status()).toBe(200);
    await worker;
    await fillSignIn(page);
    const first = await sentToken(page);
    await expect(notice(page)).toBeVisible();
    const wrong = page.getByRole('alert').filter({ hasText: 'Неверный логин, e-\u2060mail или пароль' });
    await expect(wrong).toHaveCount(0);
    await expect(input(page, 'password')).toHaveValue('wrong-word-1');
    const second = await sentToken(page);
    await expect(wrong).toBeVisible();
    expect(second).not.toBe(first);
    for (const token of [first, second])
      expect(JSON.parse(Buffer.from(token, 'base64').toString())).toMatchObject({
        challenge: { parameters: { data: { action: 'signIn' } } },
      });
  });

  test('reCAPTCHA: its script is loaded once and asked for each action', async ({ page }) => {
    await page.route('**/api/v1/auth/login', refusal('errorCredentials'));
    let loads = 0;
    page.on('request', (request) => {
      if (request.url() === RECAPTCHA) loads += 1;
    });
    await serveWithRecaptcha(
      page,
      `let made = 0;
      window.grecaptcha = { ready: (go) => go(), execute: async (key, { action }) => [key, action, ++made].join() };`,
    );
    await page.goto('/auth');
    await fillSignIn(page);
    expect(await sentToken(page)).toBe('site-key,signIn,1');
    expect(await sentToken(page)).toMatch(/^site-key,signIn,[23]$/);
    expect(loads).toBe(1);
  });
});
