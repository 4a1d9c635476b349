import { readFile } from 'node:fs/promises';
import { expect, input, seriousFaults, submitButton, test } from '../fixtures.ts';
import { CONFIRMATION_LINK, inMailTo, TAKE_BACK_LINK } from '../mails.ts';
import { captchaFor, newAccount, signUp, storeToken } from '../player.ts';

// the question whether the reader means it is a 409
test.use({ allowedErrors: [/409/] });

test('RT1 C2 C9 C10 C11 the address is confirmed in the language of the sign-up, changes once both have agreed, and goes with the account', async ({
  page,
  request,
}) => {
  const { email, login, password } = await signUp(page, '/uk');
  const warning = page.getByRole('complementary', { name: 'E-mail не підтверджено' });
  await expect(warning).toBeVisible();
  const link = await inMailTo(request, email, CONFIRMATION_LINK);
  expect(link).toMatch(/^\/uk\/email-verification\?token=/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'E-mail підтверджено' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  expect(await seriousFaults(page)).toEqual([]);

  const account = '/uk/cabinet?section=account#settings';
  await page.goto(account);
  await expect(page.getByText(`прив’язано до ${email}`)).toBeVisible();
  await expect(warning).toBeHidden();
  const newEmail = `${login}@example.net`;
  await input(page, 'email').fill(newEmail);
  await input(page, 'password').fill(password);
  await submitButton(page).first().click();
  await expect(page.getByText(`Чекаємо на підтвердження зміни на ${newEmail}`)).toBeVisible();
  await page.goto(await inMailTo(request, newEmail, CONFIRMATION_LINK));
  await page.getByRole('button', { name: 'Підтвердити адресу' }).click();
  await expect(page.getByRole('heading', { name: 'Одну адресу підтверджено' })).toBeVisible();
  await page.goto(await inMailTo(request, email, CONFIRMATION_LINK));
  await page.getByRole('button', { name: 'Дозволити зміну' }).click();
  await expect(page.getByRole('heading', { name: 'E-mail змінено' })).toBeVisible();

  await page.goto(account);
  await expect(page.getByText(`прив’язано до ${newEmail}`)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Завантажити дані' }).click();
  const data = await readFile(await (await saved).path(), 'utf8');
  expect(data).toContain(newEmail);
  expect(data).not.toContain('argon2');
  await page.getByRole('button', { name: 'Видалити акаунт' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('буде стерто');
  await dialog.locator('input[name=password]').fill(password);
  await dialog.getByRole('button', { name: 'Видалити назавжди' }).click();
  await expect(page).toHaveURL(/\/uk$/);
  expect((await page.context().cookies()).some(({ name }) => name === 'apiToken')).toBe(false);
});

test('RT1 SE2 without a session the link waits for a press; "this wasn’t me" ends the session of this browser and leads to the recovery', async ({
  page,
  request,
}) => {
  const { token: ticket, email, login, password } = await newAccount(page);
  const link = await inMailTo(request, email, CONFIRMATION_LINK);
  const bodies: unknown[] = [];
  await page.route('**/api/v1/auth/email/verify', (route) => {
    bodies.push(Object.keys(route.request().postDataJSON() as object));
    return route.continue();
  });
  await page.goto(link);
  const title = { level: 1, name: 'Это твой аккаунт?' };
  await expect(page.getByRole('heading', title)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Подтвердить e-mail' })).toBeFocused();
  await expect(page.getByText(`${email[0]}•••@example.org`)).toBeVisible();
  expect(bodies).toEqual([['token']]);
  expect(await seriousFaults(page)).toEqual([]);
  // a scanner that runs scripts does as much as this page, and nothing is confirmed
  const token = new URL(link, page.url()).searchParams.get('token');
  const scanned = await request.post('/api/v1/auth/email/verify', { data: { token } });
  expect(scanned.status()).toBe(409);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'E-mail подтверждён' })).toBeVisible();
  expect(bodies).toEqual([['token'], ['token', 'confirmed']]);

  await storeToken(page, ticket);
  // another person signs in with the password
  const captcha = await captchaFor({ request }, 'signIn');
  const data = { server: 'everest', login, password, captcha };
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
