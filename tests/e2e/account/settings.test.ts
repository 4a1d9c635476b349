import { readFile } from 'node:fs/promises';
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
import { captchaFor, signUp } from '../player.ts';

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

test.describe('the second factor', () => {
  test.use({ allowedErrors: [/422/] });

  test('C8 A3 is set up, asked for at sign-in, replaced by a recovery code, and turned off', async ({
    page,
  }) => {
    const player = await signUp(page);
    await page.getByRole('tab', { name: 'Настройки' }).click();
    await innerTab(page, 2).click();
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

test('C8 every tab is accessible, and the other places are signed out', async ({ page, request }) => {
  const { login, password } = await signUp(page);
  const captcha = await captchaFor({ request }, 'signIn');
  const data = { server: 'everest', login, password, captcha };
  expect((await request.post('/api/v1/auth/login', { data })).ok()).toBe(true);
  await page.getByRole('tab', { name: 'Настройки' }).click();
  for (const at of [0, 1, 2, 3]) {
    await innerTab(page, at).click();
    await expect(innerTab(page, at)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  }
  await expect(page.getByText('Это устройство')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Вход:' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Выйти на других устройствах' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Вход:' })).toHaveCount(1);
});
