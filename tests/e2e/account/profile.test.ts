import { expect, input, submitButton, test } from '../fixtures.ts';
import { newAccount, signInAsDemo, storeToken } from '../player.ts';

test.describe('C3 the code of the inviter', () => {
  test.use({ allowedErrors: [/status of 4\d\d/] });

  test('C3 neither one’s own nor an unknown code is taken; a saved one can only be copied', async ({
    page,
  }) => {
    const friend = await newAccount(page);
    await storeToken(page, friend.token);
    await page.goto('/cabinet');
    const friendsCode = await page.locator('code').first().textContent();
    // a page that is open would hear that its session is gone
    await page.goto('about:blank');
    await page.context().clearCookies();

    const player = await newAccount(page);
    await storeToken(page, player.token);
    await page.goto('/cabinet');
    const own = await page.locator('code').first().textContent();
    const field = input(page, 'promo_code');
    await expect(submitButton(page)).toBeDisabled();
    await field.fill((own ?? '').toLowerCase());
    await expect(field).toHaveValue(own ?? '');
    await submitButton(page).click();
    await expect(page.getByText('Это твой собственный код')).toBeVisible();
    await field.fill('промо NOBODY0');
    await expect(field).toHaveValue('NOBODY0');
    await submitButton(page).click();
    await expect(page.getByText('Неверный промокод')).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(friendsCode ?? '');
    await submitButton(page).click();
    await expect(field).toHaveCount(0);
    await expect(page.locator('code').filter({ hasText: friendsCode ?? '' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Скопировать' })).toHaveCount(2);
    await page.reload();
    await expect(page.getByText('Промокод друга', { exact: true })).toBeVisible();
  });
});

test('C3 every movement of the balance has its sign, its cause and its date', async ({ page }) => {
  await signInAsDemo(page);
  await page.goto('/en/cabinet');
  const history = page.getByRole('region', { name: 'Balance history' }).last();
  const first = history.getByRole('listitem').filter({ hasText: 'Starting coins of the demo' });
  await expect(first).toContainText(/\+2,500\sOC/);
  await expect(first.locator('time')).toHaveText(/\d{4}/);
});
