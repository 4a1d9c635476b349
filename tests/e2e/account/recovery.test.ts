import { chooseServer, expect, input, seriousFaults, submitButton, test } from '../fixtures.ts';
import { inMailTo, RESET_CODE } from '../mails.ts';
import { newAccount } from '../player.ts';

const NEW_PASSWORD = 'harbour-neon-51';

test.use({ allowedErrors: [/422/] });

test('A6 a forgotten password: mail, wrong code, right code, new password, sign-in', async ({
  page,
  request,
}) => {
  const player = await newAccount(page);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Не помнишь пароль?' }).click();
  await expect(submitButton(page)).toBeDisabled();
  await chooseServer(page);
  await input(page, 'email').fill(player.email.toUpperCase());
  await submitButton(page).click();
  await expect(input(page, 'verification_code')).toBeVisible();
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
