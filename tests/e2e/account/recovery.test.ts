import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import type { Page } from '@playwright/test';
import { chooseServer, expect, input, seriousFaults, submitButton, test } from '../fixtures.ts';
import { inMailTo, RESET_CODE } from '../mails.ts';
import { signUp } from '../player.ts';

const words = {
  ru: {
    forgot: 'Не помнишь пароль?',
    back: 'Назад',
    again: 'Отправить код ещё раз',
    wrong: /код.*невер/i,
    reset: 'Пароль изменён',
  },
  uk: {
    forgot: 'Не пам’ятаєш пароль?',
    back: 'Назад',
    again: 'Надіслати код ще раз',
    wrong: /код.*неправ/i,
    reset: 'Пароль змінено',
  },
  en: {
    forgot: 'Forgot your password?',
    back: 'Back',
    again: 'Send the code again',
    wrong: /code is wrong/i,
    reset: 'password has been reset',
  },
};
const NEW_PASSWORD = 'harbour-neon-51';

test.use({ allowedErrors: [/422/] });

/** Leaves the session and asks for a code; ends where the code is entered. */
async function askForCode(page: Page, email: string, locale: keyof typeof words = 'ru') {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${localePrefix(locale)}/auth`);
  await page.getByRole('button', { name: words[locale].forgot }).click();
  await expect(submitButton(page)).toBeDisabled();
  await chooseServer(page);
  await input(page, 'email').fill(email.toUpperCase());
  await submitButton(page).click();
  await expect(input(page, 'verification_code')).toBeVisible();
}

for (const locale of LOCALES)
  test(`A6 a forgotten password in ${locale}: mail, wrong code, right code, new password, sign-in`, async ({
    page,
    request,
  }) => {
    const player = await signUp(page, localePrefix(locale));
    await askForCode(page, player.email, locale);
    await expect(page.getByText(player.email)).toBeVisible();
    await expect(submitButton(page)).toBeDisabled();
    await input(page, 'verification_code').fill('AAAAAAA2');
    await submitButton(page).click();
    await expect(page.getByText(words[locale].wrong)).toBeVisible();

    await input(page, 'verification_code').fill(await inMailTo(request, player.email, RESET_CODE));
    await submitButton(page).click();
    await input(page, 'password').fill(NEW_PASSWORD);
    await input(page, 'password_confirmation').fill(NEW_PASSWORD);
    // the same parts in every language
    if (locale === DEFAULT_LOCALE) expect(await seriousFaults(page)).toEqual([]);
    await submitButton(page).click();
    await expect(page.getByText(words[locale].reset)).toBeVisible();

    await chooseServer(page);
    await input(page, 'loginOrEmail').fill(player.login);
    await input(page, 'password').fill(NEW_PASSWORD);
    await submitButton(page).click();
    await expect(page).toHaveURL(/\/cabinet$/);
  });

test('A6 every step back leads to the view before and clears what it should', async ({ page, request }) => {
  const player = await signUp(page);
  await askForCode(page, player.email);
  const back = page.getByRole('button', { name: words.ru.back });
  await input(page, 'verification_code').fill(await inMailTo(request, player.email, RESET_CODE));
  await submitButton(page).click();
  await input(page, 'password').fill(NEW_PASSWORD);
  await back.click();
  await expect(input(page, 'verification_code')).toHaveValue('');
  await back.click();
  await expect(input(page, 'email')).toHaveValue(player.email);
  await back.click();
  await expect(input(page, 'loginOrEmail')).toBeVisible();
  await expect(input(page, 'password')).toHaveValue('');
});

test('A6 SE9 asked for again within the hour, the first code is still good', async ({ page, request }) => {
  const player = await signUp(page);
  await askForCode(page, player.email);
  await expect(page.getByRole('button', { name: /Новое письмо — через \d+ минут/ })).toBeDisabled();
  await askForCode(page, player.email);
  await expect(page.getByText('Код на этот адрес отправлен недавно и ещё действует')).toBeVisible();
  await input(page, 'verification_code').fill(await inMailTo(request, player.email, RESET_CODE));
  await submitButton(page).click();
  await expect(input(page, 'password')).toBeVisible();
});

test('A6 an address without an account gets the same answer', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: words.ru.forgot }).click();
  await chooseServer(page);
  await input(page, 'email').fill('nobody-at-all@example.org');
  await submitButton(page).click();
  await expect(input(page, 'verification_code')).toBeVisible();
});

test.describe('without a captcha', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test('S16 no token: the toast says so and nothing is sent', async ({ page }) => {
    let isSent = false;
    await page.route('**/api/v1/captcha/challenge**', (route) => route.abort());
    await page.route('**/api/v1/auth/resetPassword', (route) => {
      isSent = true;
      return route.continue();
    });
    await page.goto('/auth');
    await page.getByRole('button', { name: words.ru.forgot }).click();
    await chooseServer(page);
    await input(page, 'email').fill('player@example.org');
    await submitButton(page).click();
    await expect(page.getByText('Проверка «я не робот» не пройдена').first()).toBeVisible();
    await expect(submitButton(page)).toBeEnabled();
    expect(isSent).toBe(false);
    await expect(input(page, 'email')).toHaveValue('player@example.org');
  });
});
