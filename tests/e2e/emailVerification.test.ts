import { LOCALES, localePrefix } from '#/contract/locale.ts';
import { expect, seriousFaults, signUp, test } from './fixtures.ts';
import { CONFIRMATION_LINK, inMailTo } from './mails.ts';

const words = {
  ru: { title: 'E-mail подтверждён', failed: 'Не получилось подтвердить', warning: 'E-mail не подтверждён' },
  uk: { title: 'E-mail підтверджено', failed: 'Не вдалося підтвердити', warning: 'E-mail не підтверджено' },
  en: {
    title: 'Email confirmed',
    failed: 'We couldn’t confirm it',
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
    expect(await seriousFaults(page)).toEqual([]);
    await page.goto(`${prefix}/cabinet`);
    await expect(page.getByRole('tab').first()).toBeVisible();
    await expect(page.getByText('•••••@example.org')).toBeVisible();
    await expect(warning).toBeHidden();
  });

test.describe('a link that is wrong', () => {
  test.use({ allowedErrors: [/422/] });

  for (const locale of LOCALES)
    test(`RT1 in ${locale} shows the error block`, async ({ page }) => {
      await page.goto(`${localePrefix(locale)}/email-verification?token=no-such-token-at-all`);
      await expect(page.getByRole('heading', { name: words[locale].failed })).toBeVisible();
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
  await expect(page.getByRole('main').getByRole('heading')).toHaveCount(0);
  expect(calls).toBe(0);
});

test('C2 the mail goes out again, then the button is locked for ten minutes, also after a reload', async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page);
  const send = page.getByRole('button', { name: 'Отправить письмо ещё раз' });
  const wait = page.getByText(/Ещё раз\s— через \d+ минут/);
  // the mail of the sign-up counts: the first minutes are over before another is sent
  await expect(wait).toBeVisible();
  await expect(send).toBeHidden();
  const counter = () => page.evaluate(() => localStorage.getItem('counter'));
  expect(await counter()).toBe('10');
  await page.clock.runFor(61_000);
  expect(await counter()).toBe('9');
  await page.reload();
  await expect(wait).toBeVisible();
});
