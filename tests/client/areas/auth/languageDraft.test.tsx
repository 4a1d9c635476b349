import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { LANGUAGE_LEFT_EVENT } from '#/client/platform/navigation/LanguageSwitch.tsx';
import { chooseServer, field, fill, input, setServer, showAuth, submitButton } from './authCase.tsx';

beforeEach(() => setServer());

async function show(query = ''): Promise<void> {
  const screen = await showAuth(query);
  await expect.element(screen.getByRole('combobox')).toBeVisible();
}

/** Leaves the page as the switch of the language does. */
async function leaveLanguage(): Promise<void> {
  dispatchEvent(new Event(LANGUAGE_LEFT_EVENT));
  await cleanup();
}

const typed = { login: 'night_driver', email: 'night@example.org', promo_code: 'MESA7' };

test('RT10 the sign-up in another language has what was typed, except passwords, and only once', async () => {
  await show('?register');
  await chooseServer();
  await fill({ ...typed, password: 'sodium-lamp-47', password_confirmation: 'sodium-lamp-47' });
  await leaveLanguage();
  expect(JSON.stringify([sessionStorage, localStorage])).toContain(typed.login);
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('sodium');

  await show('?register&promo=OTHER');
  for (const [name, text] of Object.entries(typed)) await expect.element(input(name)).toHaveValue(text);
  await expect.element(page.getByRole('combobox')).toHaveTextContent('Everest');
  for (const name of ['password', 'password_confirmation']) expect(field(name).value).toBe('');
  await cleanup();

  await show('?register');
  for (const name of Object.keys(typed)) expect(field(name).value).toBe('');
});

test('RT10 the sign-in in another language has its login and server', async () => {
  await show();
  await chooseServer();
  await fill({ loginOrEmail: 'marlo', password: 'secret-word' });
  await leaveLanguage();
  await show();
  await expect.element(input('loginOrEmail')).toHaveValue('marlo');
  await expect.element(page.getByRole('combobox')).toHaveTextContent('Everest');
  expect(field('password').value).toBe('');
});

test('RT10 another form forgets what was typed', async () => {
  await show();
  await fill({ loginOrEmail: 'marlo' });
  await leaveLanguage();
  await show('?register');
  await cleanup();
  await show();
  expect(field('loginOrEmail').value).toBe('');
});

test('RT10 a sign-in forgets what was typed if the other language did not come', async () => {
  setServer({ signIn: async () => ({ token: 'bearer' }) });
  await show();
  await chooseServer();
  await fill({ loginOrEmail: 'marlo', password: 'secret-word' });
  dispatchEvent(new Event(LANGUAGE_LEFT_EVENT));
  expect(sessionStorage).toHaveLength(1);
  await submitButton().click();
  await expect.poll(() => sessionStorage.length).toBe(0);
});
