import { expect, fillSignUp, input, newPlayer, seriousFaults, submitButton, test } from '../fixtures.ts';

test(
  'RT2 A4 E5 both forms are accessible; the button of the sign-up stands in the first screen, and covers no field that has the focus',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/auth?register');
    const button = submitButton(page);
    await expect(button).toBeInViewport({ ratio: 1 });
    for (const name of ['login', 'email', 'password', 'password_confirmation', 'promo_code']) {
      await input(page, name).focus();
      const [field, cover] = [await input(page, name).boundingBox(), await button.boundingBox()];
      const isBeside = field!.x + field!.width <= cover!.x;
      expect(isBeside || field!.y + field!.height <= cover!.y, name).toBe(true);
    }
    await button.click();
    await expect(page.getByText('Нужно выбрать сервер')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Вход' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(input(page, 'loginOrEmail')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  },
);

test(
  'A2 A4 A5 a fresh player signs up once, however often it is asked for: token stored, page reloaded, cabinet open, /auth closed',
  { tag: '@phone' },
  async ({ page, context }) => {
    let requests = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v1/auth/register', async (route) => {
      requests += 1;
      await held;
      await route.continue();
    });
    const stored = page.waitForRequest('**/auth-store-token');
    await page.goto('/auth?register');
    await fillSignUp(page, newPlayer());
    await submitButton(page).dblclick();
    await input(page, 'password').press('Enter');
    await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true');
    release();
    expect((await stored).headers()['x-csrf-token']).toBeTruthy();
    await expect(page).toHaveURL(/\/cabinet$/);
    expect(requests).toBe(1);
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === 'apiToken')?.value).toBeTruthy();
    await page.goto('/auth');
    await expect(page).toHaveURL(/\/cabinet$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/cabinet$/);
  },
);
