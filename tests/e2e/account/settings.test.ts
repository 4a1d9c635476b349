import { readFile } from 'node:fs/promises';
import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import {
  chooseServer,
  expect,
  input,
  type NewPlayer,
  seriousFaults,
  submitButton,
  test,
} from '../fixtures.ts';
import { CONFIRMATION_LINK, inMailTo } from '../mails.ts';
import { signInAsDemo, signUp } from '../player.ts';

const NEW_PASSWORD = 'harbour-neon-51';

/** The inner tabs of the settings: password, passkeys, two-factor, devices, account. */
const innerTab = (page: Page, at: number) => page.getByRole('tablist').nth(1).getByRole('tab').nth(at);

async function openSettings(page: Page, at: number): Promise<void> {
  await page.goto('/cabinet#settings');
  await innerTab(page, at).click();
}

async function signIn(page: Page, { login }: NewPlayer, password: string): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/auth');
  await chooseServer(page);
  await input(page, 'loginOrEmail').fill(login);
  await input(page, 'password').fill(password);
  await submitButton(page).click();
}

/** Types a code into the boxes, one key a box. */
const firstBox = (page: Page) =>
  page.getByRole('textbox', { name: /Код из приложения|Неверный код|Цифра 1/ }).first();

async function typeCode(page: Page, code: string): Promise<void> {
  await firstBox(page).click();
  await page.keyboard.type(code);
}

test.describe('the password', () => {
  test.use({ allowedErrors: [/422/] });

  test('C8 changes: nothing can be saved while a field is empty or the new ones differ', async ({ page }) => {
    const player = await signUp(page);
    await openSettings(page, 0);
    const save = submitButton(page);
    await expect(save).toBeDisabled();
    await input(page, 'old_password').fill('not-my-password-1');
    await input(page, 'password').fill(NEW_PASSWORD);
    await input(page, 'password_confirmation').fill('something-else-2');
    await expect(save).toBeDisabled();
    await input(page, 'password_confirmation').fill(NEW_PASSWORD);
    await save.click();
    await expect(page.getByText('Старый пароль неверный')).toBeVisible();
    await expect(input(page, 'password')).toHaveValue(NEW_PASSWORD);
    await input(page, 'old_password').fill(player.password);
    await save.click();
    await expect(page.getByText('Пароль изменён')).toBeVisible();
    await expect(input(page, 'old_password')).toHaveValue('');
    await signIn(page, player, NEW_PASSWORD);
    await expect(page).toHaveURL(/\/cabinet$/);
  });
});

test.describe('the second factor', () => {
  test.use({ allowedErrors: [/422/] });

  test('C8 A3 is set up, asked for at sign-in, replaced by a recovery code, and turned off', async ({
    page,
  }) => {
    const player = await signUp(page);
    await openSettings(page, 2);
    const activate = submitButton(page);
    await expect(activate).toBeDisabled();
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
    const secret = (await page.locator('code').first().textContent())?.replaceAll(' ', '') ?? '';
    const totp = new TOTP({ secret });
    await typeCode(page, totp.generate() === '000000' ? '111111' : '000000');
    await activate.click();
    await expect(page.getByText('Код подтверждения введён неверно')).toBeVisible();
    await expect(firstBox(page)).toBeFocused();
    const setUpAtMs = Date.now();
    await typeCode(page, totp.generate({ timestamp: setUpAtMs }));
    await activate.click();
    await expect(page.getByRole('heading', { name: 'Сохрани резервные коды' })).toBeVisible();
    const codes = await page.getByRole('listitem').locator('code').allTextContents();
    expect(codes).toHaveLength(10);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать коды' }).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    for (const code of codes) expect(file).toContain(code);
    expect(await seriousFaults(page)).toEqual([]);
    const done = page.getByRole('button', { name: 'Готово' });
    await expect(done).toBeDisabled();
    await page.getByRole('checkbox').click();
    await done.click();
    await expect(page.getByRole('heading', { name: 'Двухфакторная защита работает' })).toBeVisible();

    // the code of the setup is used up, so the one of the next half minute is entered; it submits by itself
    await signIn(page, player, player.password);
    await expect(page.getByRole('heading', { name: 'Код подтверждения' })).toBeVisible();
    await typeCode(page, totp.generate({ timestamp: setUpAtMs }));
    await expect(page.getByText('Неверный код')).toBeVisible();
    await expect(firstBox(page)).toBeFocused();
    await expect(firstBox(page)).toHaveValue('');
    await page.getByRole('button', { name: 'Назад' }).click();
    await expect(input(page, 'loginOrEmail')).toHaveValue(player.login);
    await expect(input(page, 'password')).toHaveValue(player.password);
    await submitButton(page).click();
    await page.getByRole('button', { name: 'Ввести резервный код' }).click();
    await input(page, 'verification_code').fill(codes[0] ?? '');
    await submitButton(page).click();
    await expect(page).toHaveURL(/\/cabinet$/);

    await openSettings(page, 2);
    await page.getByRole('button', { name: 'Ввести резервный код' }).click();
    await expect(input(page, 'recovery_code')).toBeFocused();
    await input(page, 'recovery_code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Выключить защиту' }).click();
    await expect(page.getByText('Код подтверждения введён неверно')).toBeVisible();
    await input(page, 'recovery_code').fill(codes[1] ?? '');
    await page.getByRole('button', { name: 'Выключить защиту' }).click();
    await expect(page.getByRole('heading', { name: 'Включи двухфакторную защиту' })).toBeVisible();
    const fresh = (await page.locator('code').first().textContent())?.replaceAll(' ', '');
    expect(fresh).not.toBe(secret);
  });
});

test('C8 devices: another place is signed out and out at once', async ({ page, browser }) => {
  const player = await signUp(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, player, player.password);
  await expect(other).toHaveURL(/\/cabinet$/);
  await openSettings(page, 3);
  await expect(page.getByText('Это устройство')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Вход:' })).toHaveCount(2);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Выйти на других устройствах' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Вход:' })).toHaveCount(1);
  await other.goto('/cabinet');
  await expect(other).toHaveURL(/\/auth/);
  await elsewhere.close();
});

test.describe('a change of the e-mail', () => {
  // the question whether the reader means it is a 409
  test.use({ allowedErrors: [/409/] });

  test('the e-mail changes once both addresses have confirmed it', async ({ page, request }) => {
    const player = await signUp(page);
    // confirmed first: else the old address would have nothing to say
    await page.goto(await inMailTo(request, player.email, CONFIRMATION_LINK));
    await expect(page.getByRole('heading', { name: 'E-mail подтверждён' })).toBeVisible();
    await openSettings(page, 5);
    const newEmail = `${player.login}@example.net`;
    await input(page, 'email').fill(newEmail);
    await input(page, 'password').fill(player.password);
    await submitButton(page).first().click();
    await expect(page.getByText(`Ждём подтверждения смены на ${newEmail}`)).toBeVisible();
    await page.goto(await inMailTo(request, newEmail, CONFIRMATION_LINK));
    await page.getByRole('button', { name: 'Подтвердить адрес' }).click();
    await expect(page.getByRole('heading', { name: 'Один адрес подтверждён' })).toBeVisible();
    await page.goto(await inMailTo(request, player.email, CONFIRMATION_LINK));
    await page.getByRole('button', { name: 'Разрешить смену' }).click();
    await expect(page.getByRole('heading', { name: 'E-mail изменён' })).toBeVisible();
    await openSettings(page, 5);
    await expect(page.getByText(`привязан к ${newEmail}`)).toBeVisible();
  });
});

test('a player takes the data along and deletes the account', async ({ page }) => {
  const player = await signUp(page);
  await openSettings(page, 5);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать данные' }).click();
  const data = await readFile(await (await saved).path(), 'utf8');
  expect(data).toContain(player.email);
  expect(data).not.toContain('argon2');
  await page.getByRole('button', { name: 'Удалить аккаунт' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('будет стёрто');
  await dialog.locator('input[name=password]').fill(player.password);
  await dialog.getByRole('button', { name: 'Удалить навсегда' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect((await page.context().cookies()).some(({ name }) => name === 'apiToken')).toBe(false);
});

for (const locale of LOCALES)
  test(`C8 the settings in ${locale}: every tab without a sideways scroll, accessible`, async ({ page }) => {
    const prefix = localePrefix(locale);
    await signInAsDemo(page);
    await page.goto(`${prefix}/cabinet#settings`);
    for (const at of [0, 1, 2, 3]) {
      await innerTab(page, at).click();
      await expect(innerTab(page, at)).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      // the same parts in every language
      if (locale === DEFAULT_LOCALE) expect(await seriousFaults(page)).toEqual([]);
    }
  });
