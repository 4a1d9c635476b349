import { LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { expect, fillSignUp, input, newPlayer, seriousFaults, submitButton, test } from '../fixtures.ts';

test('A4 an empty form names what is missing, accessible', async ({ page }) => {
  await page.goto('/auth?register');
  await submitButton(page).click();
  await expect(page.getByText('Нужно выбрать сервер')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
});

for (const locale of LOCALES)
  test(
    `A4 in ${locale} the button of the sign-up stands in the first screen, and covers no field that has the focus`,
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto(`${localePrefix(locale)}/auth?register`);
      const button = submitButton(page);
      await expect(button).toBeInViewport({ ratio: 1 });
      for (const name of ['login', 'email', 'password', 'password_confirmation', 'promo_code']) {
        await input(page, name).focus();
        const [field, cover] = [await input(page, name).boundingBox(), await button.boundingBox()];
        const isBeside = field!.x + field!.width <= cover!.x;
        expect(isBeside || field!.y + field!.height <= cover!.y, name).toBe(true);
      }
    },
  );

test('A4 A5 a fresh player signs up: token stored, page reloaded, cabinet open, /auth closed', async ({
  page,
  context,
}) => {
  const stored = page.waitForRequest('**/auth-store-token');
  await page.goto('/auth?register');
  await fillSignUp(page, newPlayer());
  await submitButton(page).click();
  expect((await stored).headers()['x-csrf-token']).toBeTruthy();
  await expect(page).toHaveURL(/\/cabinet$/);
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === 'apiToken')?.value).toBeTruthy();
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/cabinet$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/cabinet$/);
});

test.describe('refused by the server', () => {
  test.use({ allowedErrors: [/status of 422/] });

  test('A4 a taken login and e-mail are said at their fields', async ({ page }) => {
    await page.goto('/auth?register');
    await fillSignUp(page, { ...newPlayer(), login: 'demo', email: 'demo@example.org' });
    await submitButton(page).click();
    await expect(page.getByText('Пользователь с таким логином уже существует')).toBeVisible();
    await expect(page.getByText('Пользователь с таким e-\u2060mail уже существует')).toBeVisible();
    await expect(input(page, 'login')).toBeFocused();
  });
});
