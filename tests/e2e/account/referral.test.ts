import { expect, newPlayer, seriousFaults, test } from '../fixtures.ts';
import { captchaFor, newAccount, storeToken } from '../player.ts';

test('C7 a friend who signs up by the invitation is listed, masked, with the reason why it does not count; the invitation goes to messengers and to a file, and the parts have addresses', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const inviter = await newAccount(page, 'uk');
  await storeToken(page, inviter.token);
  await page.goto('/uk/cabinet#ref-system');
  await expect(page.getByRole('tab', { name: 'Реферали' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Поки нікого')).toBeVisible();
  await page.getByRole('button', { name: 'Скопіювати посилання' }).first().click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/uk\/auth\?register&promo=[A-Z0-9]{8}$/);
  expect(await seriousFaults(page)).toEqual([]);
  const share = page.getByRole('link', { name: 'Telegram' });
  expect(new URL((await share.getAttribute('href')) ?? '').searchParams.get('url')).toBe(link);
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=/,
  );
  const code = page.getByRole('img', { name: 'QR-код запрошення' });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Завантажити картинку' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^one-rp-[A-Z0-9]{8}\.png$/);

  const friend = newPlayer();
  const made = await page.request.post('/api/v1/auth/register', {
    data: {
      server: 'everest',
      ...friend,
      password_confirmation: friend.password,
      promo_code: new URL(link).searchParams.get('promo'),
      captcha: await captchaFor(page, 'signUp'),
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Статуси' })).toBeVisible();
  await expect(page.getByRole('progressbar')).not.toHaveCount(0);
  await expect(page.getByRole('tab', { name: /Виплати/ })).toBeDisabled();
  await page.getByRole('tab', { name: 'Донат' }).click();
  await expect(page).toHaveURL(/section=donat#ref-system$/);
  await expect(page.getByText('Друзі оплатили')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Друзі оплатили')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Статуси' })).toBeVisible();
  await expect(page.getByText('Не враховується: e-\u2060mail не підтверджено')).toBeVisible();
  await expect(page.getByText(friend.login, { exact: true })).toHaveCount(0);
  await expect(page.getByText('Усього запрошено').locator('xpath=following-sibling::dd')).toHaveText('1');
});
