import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { expect, fillSignUp, input, newPlayer, seriousFaults, submitButton, test } from '../fixtures.ts';

const words = {
  ru: {
    emailTaken: 'Пользователь с таким e-mail уже существует',
    loginTaken: 'Пользователь с таким логином уже существует',
    server: 'Нужно выбрать сервер',
  },
  uk: {
    emailTaken: 'Користувач із таким e-mail уже існує',
    loginTaken: 'Користувач із таким логіном уже існує',
    server: 'Потрібно обрати сервер',
  },
  en: {
    emailTaken: 'A user with this email already exists',
    loginTaken: 'A user with this login already exists',
    server: 'A server must be selected',
  },
};

for (const locale of LOCALES) {
  test(`A4 an empty form in ${locale} names what is missing and goes to the first field`, async ({
    page,
  }) => {
    await page.goto(`${localePrefix(locale)}/auth?register`);
    await submitButton(page).click();
    await expect(page.getByText(words[locale].server)).toBeVisible();
    await expect(page.getByRole('combobox')).toBeFocused();
    for (const name of ['login', 'email', 'password', 'password_confirmation'])
      await expect(input(page, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(input(page, 'promo_code')).not.toHaveAttribute('aria-invalid', 'true');
    // the same parts in every language
    if (locale === DEFAULT_LOCALE) expect(await seriousFaults(page)).toEqual([]);
  });
}

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

test('A4 space and Cyrillic never appear in login and e-mail, the promo code is upper-case Latin and digits', async ({
  page,
}) => {
  await page.goto('/auth?register');
  await input(page, 'login').pressSequentially('mаr lo їж7');
  await expect(input(page, 'login')).toHaveValue('mrlo7');
  await input(page, 'email').pressSequentially('Nіght Ё@Example.ORG');
  await expect(input(page, 'email')).toHaveValue('nght@example.org');
  await input(page, 'promo_code').pressSequentially('ab-3 я_c');
  await expect(input(page, 'promo_code')).toHaveValue('AB3C');
  // what is filtered out in the middle does not move the caret
  await input(page, 'login').press('End');
  await input(page, 'login').press('ArrowLeft');
  await input(page, 'login').pressSequentially(' ж_');
  await expect(input(page, 'login')).toHaveValue('mrlo_7');
});

test('A4 login, e-mail and promo code end at 40, 55 and 35 characters', async ({ page }) => {
  await page.goto('/auth?register');
  for (const [name, most] of [
    ['login', 40],
    ['email', 55],
    ['promo_code', 35],
  ] as const) {
    await input(page, name).pressSequentially('a'.repeat(most + 3));
    await expect(input(page, name)).toHaveValue(name === 'promo_code' ? 'A'.repeat(most) : 'a'.repeat(most));
  }
});

test('A4 the confirmation is looked at again when the password changes', async ({ page }) => {
  await page.goto('/auth?register');
  await fillSignUp(page, newPlayer());
  await input(page, 'password').fill('another-lamp-48');
  await submitButton(page).click();
  await expect(page.getByText('Пароли не совпадают')).toBeVisible();
  await input(page, 'password').fill('sodium-lamp-47');
  await expect(page.getByText('Пароли не совпадают')).toBeHidden();
});

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

  for (const locale of LOCALES) {
    const text = words[locale];
    test(`A4 a taken login and e-mail in ${locale} are said at their fields and go with the next key`, async ({
      page,
    }) => {
      const taken = { ...newPlayer(), login: 'demo', email: 'demo@example.org' };
      await page.goto(`${localePrefix(locale)}/auth?register`);
      await fillSignUp(page, taken);
      await submitButton(page).click();
      await expect(page.getByText(text.loginTaken)).toBeVisible();
      await expect(page.getByText(text.emailTaken)).toBeVisible();
      await expect(input(page, 'login')).toHaveAttribute('aria-invalid', 'true');
      await expect(input(page, 'email')).toHaveAttribute('aria-invalid', 'true');
      await expect(input(page, 'login')).toBeFocused();
      await input(page, 'email').press('End');
      await input(page, 'email').press('x');
      await expect(page.getByText(text.emailTaken)).toBeHidden();
      await expect(page.getByText(text.loginTaken)).toBeVisible();
    });
  }

  test('A4 an unknown promo code has its error at its field', async ({ page }) => {
    await page.goto('/auth?register');
    await fillSignUp(page, newPlayer());
    await input(page, 'promo_code').fill('nobody0code');
    await submitButton(page).click();
    await expect(page.getByText('Неверный промокод')).toBeVisible();
    await expect(input(page, 'promo_code')).toHaveValue('NOBODY0CODE');
    await expect(input(page, 'promo_code')).toBeFocused();
  });
});
