import type { Page, Route } from '@playwright/test';
import type { CaptchaProvider } from '#/contract/kernel/captcha.ts';
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

/** Serves the page as a site with another captcha serves it, and its script as `script`. */
async function serveWith(
  page: Page,
  {
    provider,
    policy,
    url,
    script,
  }: { provider: CaptchaProvider; policy: string; url: string; script?: string },
): Promise<void> {
  await page.route(/\/auth$/, async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    const body = (await answer.text()).replace(
      /"captcha":\{[^}]*\}/,
      JSON.stringify({ captcha: { provider, siteKey: 'site-key' } }).slice(1, -1),
    );
    const csp = headers['content-security-policy']?.replace(
      "script-src 'self'",
      `script-src 'self' ${policy}`,
    );
    await route.fulfill({
      response: answer,
      body,
      headers: { ...headers, 'content-security-policy': csp ?? '' },
    });
  });
  await page.route(url, (route) =>
    script === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

const recaptcha = {
  provider: 'recaptcha',
  policy: 'https://www.google.com/recaptcha/',
  url: 'https://www.google.com/recaptcha/api.js?render=site-key',
} as const;
const turnstile = {
  provider: 'turnstile',
  policy: 'https://challenges.cloudflare.com',
  url: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
} as const;

const SOLVER = /\/assets\/altchaWorker-[\w-]+\.js$/;

test.describe('S16', () => {
  test.use({ allowedErrors: [/status of 422|ERR_FAILED/] });

  test('a puzzle is solved in a worker while the player types; each submit sends another token', async ({
    page,
  }) => {
    const challenge = page.waitForResponse('**/api/v1/captcha/challenge?action=signIn');
    const worker = page.waitForEvent('worker', (started) => SOLVER.test(started.url()));
    await page.goto('/auth');
    await input(page, 'loginOrEmail').focus();
    expect((await challenge).status()).toBe(200);
    await worker;
    await fillSignIn(page);
    const first = await sentToken(page);
    const second = await sentToken(page);
    expect(second).not.toBe(first);
    for (const token of [first, second])
      expect(JSON.parse(Buffer.from(token, 'base64').toString())).toMatchObject({
        challenge: { parameters: { data: { action: 'signIn' } } },
      });
  });

  test('a token that the server refuses: the notice says so, what was typed stays, the next one goes through', async ({
    page,
  }) => {
    await page.route('**/api/v1/auth/login', refusal('errorCaptcha'), { times: 1 });
    await page.goto('/auth');
    await fillSignIn(page);
    await submitButton(page).click();
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'Неверный логин' })).toHaveCount(0);
    await expect(input(page, 'password')).toHaveValue('wrong-word-1');
    await submitButton(page).click();
    await expect(page.getByText('Неверный логин, e-\u2060mail или пароль')).toBeVisible();
  });

  test('reCAPTCHA: its script is loaded once and asked for each action', async ({ page }) => {
    await page.route('**/api/v1/auth/login', refusal('errorCredentials'));
    let loads = 0;
    page.on('request', (request) => {
      if (request.url() === recaptcha.url) loads += 1;
    });
    await serveWith(page, {
      ...recaptcha,
      script: `let made = 0;
        window.grecaptcha = { ready: (go) => go(), execute: async (key, { action }) => [key, action, ++made].join() };`,
    });
    await page.goto('/auth');
    await fillSignIn(page);
    expect(await sentToken(page)).toBe('site-key,signIn,1');
    expect(await sentToken(page)).toMatch(/^site-key,signIn,[23]$/);
    expect(loads).toBe(1);
  });

  test('Turnstile: its question stands above the page and goes when it is answered', async ({ page }) => {
    await page.route('**/api/v1/auth/login', refusal('errorCredentials'));
    await serveWith(page, {
      ...turnstile,
      script: `window.turnstile = {
        render(container, { sitekey, action, callback }) {
          const button = document.createElement('button');
          button.textContent = 'I am a person';
          button.onclick = () => callback([sitekey, action].join());
          container.append(button);
          return 'widget';
        },
        remove() {},
      };`,
    });
    await page.goto('/auth');
    await input(page, 'loginOrEmail').focus();
    const question = page.getByText('I am a person');
    await question.click();
    await expect(question).toHaveCount(0);
    await fillSignIn(page);
    expect(await sentToken(page)).toBe('site-key,signIn');
  });

  for (const service of [recaptcha, turnstile])
    test(`${service.provider} that does not load: the notice says so and nothing is sent`, async ({
      page,
    }) => {
      let isSent = false;
      await page.route('**/api/v1/auth/login', (route) => {
        isSent = true;
        return route.abort();
      });
      await serveWith(page, service);
      await page.goto('/auth');
      await fillSignIn(page);
      await submitButton(page).click();
      await expect(notice(page)).toBeVisible();
      await expect(submitButton(page)).toBeEnabled();
      expect(isSent).toBe(false);
    });
});
