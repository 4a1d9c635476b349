import { solveCaptcha } from '../../support/services/solveCaptcha.ts';
import { expect, input, newPlayer, seriousFaults, test } from '../fixtures.ts';
import { newAccount, storeToken } from '../player.ts';

const TAB = '/cabinet#ref-system';

test('C7 a friend who signs up by the invitation is listed, masked, with the reason why it does not count', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const inviter = await newAccount(page);
  await storeToken(page, inviter.token);
  await page.goto(TAB);
  await expect(page.getByRole('tab', { name: 'Рефералы' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Пока никого')).toBeVisible();
  await page.getByRole('button', { name: 'Скопировать ссылку' }).first().click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const code = new URL(link).searchParams.get('promo');
  expect(code).toMatch(/^[A-Z0-9]+$/);
  expect(await seriousFaults(page)).toEqual([]);

  const challenge = await page.request.get('/api/v1/captcha/challenge?action=signUp');
  const friend = newPlayer();
  const made = await page.request.post('/api/v1/auth/register', {
    data: {
      server: 'everest',
      ...friend,
      password_confirmation: friend.password,
      promo_code: code,
      captcha: await solveCaptcha((await challenge.json()) as object),
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await page.reload();
  await expect(page.getByText('Не считается: e-\u2060mail не подтверждён')).toBeVisible();
  await expect(page.getByText(friend.login, { exact: true })).toHaveCount(0);
  await expect(page.getByText('Всего приглашено').locator('xpath=following-sibling::dd')).toHaveText('1');
});

test('C7 the parts of the programme have addresses; payouts are still to come', async ({ page }) => {
  const player = await newAccount(page);
  await storeToken(page, player.token);
  await page.goto(TAB);
  await expect(page.getByRole('heading', { name: 'Статусы' })).toBeVisible();
  await expect(page.getByRole('progressbar')).not.toHaveCount(0);
  await expect(page.getByRole('tab', { name: /Выплаты/ })).toBeDisabled();
  await page.getByRole('tab', { name: 'Донат' }).click();
  await expect(page).toHaveURL(/section=donat#ref-system$/);
  await expect(page.getByText('Друзья оплатили')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Друзья оплатили')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Статусы' })).toBeVisible();
});

test('C7 an invitation fills in the promo code of the sign-up', async ({ page }) => {
  await page.goto('/uk/auth?register&promo=night47');
  await expect(input(page, 'promo_code')).toHaveValue('NIGHT47');
});

test('C7 the invitation goes to messengers, and as a picture with its QR code to a file', async ({
  page,
}) => {
  const player = await newAccount(page, 'uk');
  await storeToken(page, player.token);
  await page.goto(`/uk${TAB}`);
  const share = page.getByRole('link', { name: 'Telegram' });
  const shared = new URL((await share.getAttribute('href')) ?? '').searchParams.get('url') ?? '';
  expect(shared).toMatch(/\/uk\/auth\?register&promo=[A-Z0-9]{8}$/);
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=/,
  );
  const code = page.getByRole('img', { name: 'QR-код запрошення' });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Завантажити картинку' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^one-rp-[A-Z0-9]{8}\.png$/);
});
