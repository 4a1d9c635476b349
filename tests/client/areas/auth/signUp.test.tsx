import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import auth from '../../../../locales/en/auth.json';
import errors from '../../../../locales/en/errors.json';
import ruErrors from '../../../../locales/ru/errors.json';
import ukErrors from '../../../../locales/uk/errors.json';
import {
  chooseServer,
  field,
  fill,
  input,
  sentTo,
  server,
  setServer,
  showAuth,
  submitButton,
} from './authCase.tsx';

const LANGUAGES = [
  ['ru', ruErrors],
  ['uk', ukErrors],
  ['en', errors],
] as const;

beforeEach(() => setServer());

/** Shows the form of the sign-up. */
async function showSignUp(...[query = '', locale]: Partial<Parameters<typeof showAuth>>) {
  const screen = await showAuth(`?register${query}`, locale);
  await expect.element(screen.getByRole('combobox')).toBeVisible();
  return screen;
}

const player = {
  login: 'night_driver',
  email: 'night@example.org',
  password: 'sodium-lamp-47',
  password_confirmation: 'sodium-lamp-47',
};

const isInvalid = (name: string) => field(name).getAttribute('aria-invalid') === 'true';

test.each(LANGUAGES)(
  'A4 an empty form in %s names what is missing and goes to the first field',
  async (locale, texts) => {
    const screen = await showSignUp('', locale);
    await submitButton().click();
    await expect.element(screen.getByText(texts.serverRequired)).toBeVisible();
    await expect.element(screen.getByRole('combobox')).toHaveFocus();
    for (const name of Object.keys(player)) expect(isInvalid(name), name).toBe(true);
    expect(isInvalid('promo_code')).toBe(false);
    expect(sentTo('signUp')).toEqual([]);
  },
);

test('A4 space and Cyrillic never appear in login and e-mail, the promo code is upper-case Latin and digits', async () => {
  await showSignUp();
  await userEvent.type(input('login'), 'mаr lo їж7');
  await expect.element(input('login')).toHaveValue('mrlo7');
  await userEvent.type(input('email'), 'Nіght Ё@Example.ORG');
  await expect.element(input('email')).toHaveValue('nght@example.org');
  await userEvent.type(input('promo_code'), 'ab-3 я_c');
  await expect.element(input('promo_code')).toHaveValue('AB3C');
  // what is filtered out in the middle does not move the caret
  field('login').focus();
  field('login').setSelectionRange(4, 4);
  await userEvent.keyboard(' ж_');
  await expect.element(input('login')).toHaveValue('mrlo_7');
});

test.each([
  ['login', 40],
  ['email', 55],
  ['promo_code', 35],
])('A4 %s ends at %i characters', async (name, most) => {
  await showSignUp();
  await input(name).fill('a'.repeat(most - 1));
  await userEvent.type(input(name), 'aaa');
  expect(field(name).value).toHaveLength(most);
});

test('A4 the confirmation is looked at again when the password changes', async () => {
  const screen = await showSignUp();
  await chooseServer();
  await fill({ ...player, password: 'another-lamp-48' });
  await submitButton().click();
  await expect.element(screen.getByText(errors.passwordsDiffer)).toBeVisible();
  await fill({ password: player.password });
  await expect.element(screen.getByText(errors.passwordsDiffer)).not.toBeInTheDocument();
});

test.each(LANGUAGES)(
  'A4 a taken login and e-mail in %s are said at their fields and go with the next key',
  async (locale, texts) => {
    server.answers = {
      signUp: async () => {
        throw new ApiError('errorLoginExist', 422, {
          errors: { login: 'errorLoginExist', email: 'errorEmailExist' },
        });
      },
    };
    const screen = await showSignUp('', locale);
    await chooseServer();
    await fill(player);
    await submitButton().click();
    await expect.element(screen.getByText(texts.errorLoginExist)).toBeVisible();
    await expect.element(screen.getByText(texts.errorEmailExist)).toBeVisible();
    expect([isInvalid('login'), isInvalid('email')]).toEqual([true, true]);
    await expect.element(input('login')).toHaveFocus();
    await userEvent.type(input('email'), 'x');
    await expect.element(screen.getByText(texts.errorEmailExist)).not.toBeInTheDocument();
    await expect.element(screen.getByText(texts.errorLoginExist)).toBeVisible();
  },
);

test('A4 an unknown promo code has its error at its field', async () => {
  server.answers = {
    signUp: async () => {
      throw new ApiError('errorPromocode', 422, { errors: { promo_code: 'errorPromocode' } });
    },
  };
  const screen = await showSignUp();
  await chooseServer();
  await fill({ ...player, promo_code: 'nobody0code' });
  await submitButton().click();
  await expect.element(screen.getByText(errors.errorPromocode)).toBeVisible();
  await expect.element(input('promo_code')).toHaveValue('NOBODY0CODE');
  await expect.element(input('promo_code')).toHaveFocus();
});

test('C7 an invitation fills in the promo code of the sign-up', async () => {
  await showSignUp('&promo=night47', 'uk');
  await expect.element(input('promo_code')).toHaveValue('NIGHT47');
});

test('RT2 a query with register opens sign-up, none opens sign-in, and the tab is kept in the address', async () => {
  const screen = await showAuth('?x=1&register');
  const tab = (name: string) => screen.getByRole('tab', { name, exact: true });
  const isThere = (name: string) => document.querySelector(`input[name=${name}]`) !== null;
  await expect.poll(() => isThere('login')).toBe(true);
  await tab(auth.tabs.signIn).click();
  await expect.poll(() => isThere('loginOrEmail')).toBe(true);
  expect(screen.query()).toBe('');
  await tab(auth.tabs.signUp).click();
  await expect.poll(() => isThere('login')).toBe(true);
  expect(screen.query()).toBe('?register');
  await screen.unmount();
  const named = await showAuth('?tab=register');
  await expect.poll(() => isThere('login')).toBe(true);
  await named.unmount();
  await showAuth();
  await expect.poll(() => isThere('loginOrEmail')).toBe(true);
});

test('RT7 sign-up links to the terms and the privacy policy in a new tab, so what was typed stays', async () => {
  await showSignUp();
  for (const [name, path] of [
    [/^terms of service/, /\/terms$/],
    [/^privacy policy/, /\/privacy$/],
  ] as const) {
    const link = page.getByRole('link', { name });
    await expect.element(link).toHaveAttribute('href', expect.stringMatching(path));
    await expect.element(link).toHaveAttribute('target', '_blank');
  }
});

test.each(LANGUAGES.flatMap(([locale]) => [600, 1440].map((width) => [locale, width] as const)))(
  'A4 in %s the button stands beside the last field, level with it, at %i px, however long its label is',
  async (locale, width) => {
    await page.viewport(width, 900);
    await showSignUp('', locale);
    field('promo_code').labels?.[0]?.append(' or a code'.repeat(8));
    const button = submitButton().element().getBoundingClientRect();
    const last = field('promo_code').getBoundingClientRect();
    const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
    expect(Math.abs(middleOf(button) - middleOf(last))).toBeLessThan(2);
    expect(button.left).toBeGreaterThan(last.right);
  },
);

test.each(
  LANGUAGES.flatMap(
    ([locale]) =>
      [
        [locale, 390, 844],
        [locale, 1440, 900],
      ] as const,
  ),
)(
  'A4 in %s the button stands in the first screen of %i by %i px, and covers no field that has the focus',
  async (locale, width, height) => {
    await page.viewport(width, height);
    // the room of the header
    document.body.style.paddingTop = 'var(--header-height)';
    await showSignUp('', locale);
    const cover = () => submitButton().element().getBoundingClientRect();
    expect(cover().top).toBeGreaterThan(0);
    expect(cover().bottom).toBeLessThanOrEqual(height);
    for (const name of [...Object.keys(player), 'promo_code']) {
      field(name).focus();
      const { right, bottom } = field(name).getBoundingClientRect();
      expect(right <= cover().left || bottom <= cover().top, name).toBe(true);
    }
  },
);
