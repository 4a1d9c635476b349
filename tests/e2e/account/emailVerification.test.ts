import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { solveCaptcha } from '../../support/services/solveCaptcha.ts';
import { expect, input, seriousFaults, test } from '../fixtures.ts';
import { CONFIRMATION_LINK, inMailTo, TAKE_BACK_LINK } from '../mails.ts';
import { signUp } from '../player.ts';

const words = {
  ru: { title: 'E-mail подтверждён', failed: 'Ссылка не сработала', warning: 'E-mail не подтверждён' },
  uk: { title: 'E-mail підтверджено', failed: 'Посилання не спрацювало', warning: 'E-mail не підтверджено' },
  en: {
    title: 'Email confirmed',
    failed: 'The link did nothing',
    warning: 'Your email is not confirmed',
  },
};

for (const locale of LOCALES)
  test(`RT1 C2 the mailed link in ${locale} confirms the address, and the warning goes`, async ({
    page,
    request,
  }) => {
    const prefix = localePrefix(locale);
    const { email } = await signUp(page, prefix);
    const warning = page.getByRole('complementary', { name: words[locale].warning });
    await expect(warning).toBeVisible();
    const link = await inMailTo(request, email, CONFIRMATION_LINK);
    expect(link.startsWith(`${prefix}/email-verification?token=`)).toBe(true);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: words[locale].title })).toBeVisible();
    expect(page.url()).not.toContain('token');
    // the same parts in every language
    if (locale === DEFAULT_LOCALE) expect(await seriousFaults(page)).toEqual([]);
    await page.goto(`${prefix}/cabinet`);
    await expect(page.getByRole('tab').first()).toBeVisible();
    await expect(page.getByText('•••••@example.org')).toBeVisible();
    await expect(warning).toBeHidden();
  });

test.describe('SE2 the link without a session', () => {
  // the question is a 409
  test.use({ allowedErrors: [/409/] });

  const asked = {
    ru: { title: 'Это твой аккаунт?', button: 'Подтвердить e-mail' },
    uk: { title: 'Це твій акаунт?', button: 'Підтвердити e-mail' },
    en: { title: 'Is this your account?', button: 'Confirm email' },
  };

  for (const locale of LOCALES)
    test(`RT1 in ${locale} says what it does and waits for a press`, async ({ page, browser, request }) => {
      const prefix = localePrefix(locale);
      const { email } = await signUp(page, prefix);
      const link = await inMailTo(request, email, CONFIRMATION_LINK);
      // nothing of the page is under way when its session goes
      await page.goto('about:blank');
      await page.context().clearCookies();
      const bodies: unknown[] = [];
      await page.route('**/api/v1/auth/email/verify', (route) => {
        bodies.push(Object.keys(route.request().postDataJSON() as object));
        return route.continue();
      });
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1, name: asked[locale].title })).toBeVisible();
      const button = page.getByRole('button', { name: asked[locale].button });
      await expect(button).toBeFocused();
      await expect(page.getByText(`${email[0]}•••@example.org`)).toBeVisible();
      expect(bodies).toEqual([['token']]);
      if (locale === DEFAULT_LOCALE) {
        expect(await seriousFaults(page)).toEqual([]);
        // a scanner that runs scripts does as much as this page, and nothing is confirmed
        const other = await browser.newPage();
        await other.goto(link);
        await expect(other.getByRole('heading', { name: asked[locale].title })).toBeVisible();
        await other.close();
      }
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: words[locale].title })).toBeVisible();
      expect(bodies).toEqual([['token'], ['token', 'confirmed']]);
    });

  test('"this wasn’t me" ends the session of this browser and leads to the recovery', async ({
    page,
    request,
  }) => {
    const { email, login, password } = await signUp(page);
    await page.goto('/cabinet');
    await expect(page.getByRole('tab').first()).toBeVisible();
    // another person signs in with the password
    const challenge = (await (await request.get('/api/v1/captcha/challenge?action=signIn')).json()) as object;
    const data = { server: 'everest', login, password, captcha: await solveCaptcha(challenge) };
    expect((await request.post('/api/v1/auth/login', { data })).ok()).toBe(true);
    await page.goto(await inMailTo(request, email, TAKE_BACK_LINK));
    await expect(page.getByRole('heading', { level: 1, name: 'Защитить аккаунт?' })).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Это не я: защитить' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Вход завершён везде' })).toBeVisible();
    await page.getByRole('link', { name: 'Задать новый пароль' }).click();
    await expect(page).toHaveURL(/\/auth\?recover$/);
    await expect(input(page, 'email')).toBeVisible();
  });
});

test.describe('a link that is wrong', () => {
  test.use({ allowedErrors: [/422/] });

  test('RT1 shows the error block in every language', async ({ page }) => {
    for (const locale of LOCALES) {
      await page.goto(`${localePrefix(locale)}/email-verification?token=no-such-token-at-all`);
      await expect(page.getByRole('heading', { name: words[locale].failed })).toBeVisible();
    }
  });
});

test('RT1 without a token nothing is called and no block is shown', async ({ page }) => {
  let calls = 0;
  await page.route('**/api/v1/auth/email/verify', (route) => {
    calls += 1;
    return route.continue();
  });
  await page.goto('/email-verification');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  // the page says its name to screen readers, and shows nothing
  const main = page.getByRole('main');
  await expect(main.getByRole('heading')).toHaveCount(1);
  for (const role of ['status', 'alert', 'button'] as const)
    await expect(main.getByRole(role)).toHaveCount(0);
  expect(calls).toBe(0);
});

test('C2 the mail goes out again, then the button is locked for an hour, also after a reload', async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page);
  const send = page.getByRole('button', { name: 'Отправить письмо ещё раз' });
  const wait = page.getByText(/Следующее письмо можно запросить через \d+ минут/);
  // the mail of the sign-up counts: the first minutes are over before another is sent
  await expect(wait).toBeVisible();
  await expect(send).toBeHidden();
  const counter = () => page.evaluate(() => localStorage.getItem('counter'));
  expect(await counter()).toBe('60');
  await page.clock.runFor(61_000);
  expect(await counter()).toBe('59');
  await page.reload();
  await expect(wait).toBeVisible();
});
