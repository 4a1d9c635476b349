import type { CDPSession, Page } from '@playwright/test';
import { expect, seriousFaults, test } from '../fixtures.ts';
import { signUp } from '../player.ts';

/** Gives the page an authenticator of the device that recognises its user at once. */
async function plugIn(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

async function openPasskeys(page: Page): Promise<void> {
  await page.goto('/cabinet#settings');
  await page.getByRole('tab', { name: 'Ключи доступа' }).click();
  await expect(page.getByRole('button', { name: 'Добавить ключ доступа' })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).not.toHaveURL(/cabinet/);
}

/** Keeps the page from offering passkeys, because this authenticator takes an offer before the button can be pressed. */
const offerNothing = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

test('A12 a passkey is added, signs in without a name, is renamed and removed', async ({ page }) => {
  const session = await plugIn(page);
  await signUp(page);
  await openPasskeys(page);
  await page.getByRole('button', { name: 'Добавить ключ доступа' }).click();
  await expect(page.getByText('Ещё не использовался')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  await signOut(page);
  // the authenticator takes what the page offers at the field of the name
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/cabinet$/);

  await signOut(page);
  await offerNothing(page);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Войти с ключом доступа' }).click();
  await expect(page).toHaveURL(/\/cabinet$/);

  await openPasskeys(page);
  await expect(page.getByText('Последний вход')).toBeVisible();
  await page.getByRole('button', { name: /^Переименовать: / }).click();
  await page.getByRole('textbox', { name: 'Название' }).fill('Ноутбук');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('button', { name: 'Удалить: Ноутбук' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Ключ доступа удалён')).toBeVisible();
  await expect(page.getByText('Ноутбук')).toHaveCount(0);
  await session.detach();
});
