import type { Page } from '@playwright/test';
import { chooseServer, expect, input, seriousFaults, submitButton, test } from '../fixtures.ts';
import { inMailTo, RESET_CODE } from '../mails.ts';
import { signUp } from '../player.ts';

const NEW_PASSWORD = 'harbour-neon-51';

test.use({ allowedErrors: [/422/] });

/** Leaves the session and asks for a code; ends where the code is entered. */
async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Не помнишь пароль?' }).click();
  await expect(submitButton(page)).toBeDisabled();
  await chooseServer(page);
  await input(page, 'email').fill(email.toUpperCase());
  await submitButton(page).click();
  await expect(input(page, 'verification_code')).toBeVisible();
}

test('A6 a forgotten password: mail, wrong code, right code, new password, sign-in', async ({
  page,
  request,
}) => {
  const player = await signUp(page);
  await askForCode(page, player.email);
  await expect(page.getByText(player.email)).toBeVisible();
  await expect(submitButton(page)).toBeDisabled();
  await input(page, 'verification_code').fill('AAAAAAA2');
  await submitButton(page).click();
  await expect(page.getByText(/код.*невер/i)).toBeVisible();

  await input(page, 'verification_code').fill(await inMailTo(request, player.email, RESET_CODE));
  await submitButton(page).click();
  await input(page, 'password').fill(NEW_PASSWORD);
  await input(page, 'password_confirmation').fill(NEW_PASSWORD);
  expect(await seriousFaults(page)).toEqual([]);
  await submitButton(page).click();
  await expect(page.getByText('Пароль изменён')).toBeVisible();

  await chooseServer(page);
  await input(page, 'loginOrEmail').fill(player.login);
  await input(page, 'password').fill(NEW_PASSWORD);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/cabinet$/);
});

test('A6 SE9 asked for again within the hour, the first code is still good', async ({ page, request }) => {
  const player = await signUp(page);
  await askForCode(page, player.email);
  await expect(page.getByRole('button', { name: /Новое письмо\s— через (\d+ минут|1 час)/ })).toBeDisabled();
  await askForCode(page, player.email);
  await expect(page.getByText('Код на этот адрес отправлен недавно и ещё действует')).toBeVisible();
  await input(page, 'verification_code').fill(await inMailTo(request, player.email, RESET_CODE));
  await submitButton(page).click();
  await expect(input(page, 'password')).toBeVisible();
});
