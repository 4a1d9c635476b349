import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { withCaptcha } from '#/client/domain/forms/captcha.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { FALLBACK_SERVER_KEY } from '#/contract/kernel/limits.ts';
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

const refuse = (code: ErrorCode | 'offline', status: number) => async () => {
  throw new ApiError(code, status);
};

beforeEach(() => setServer());

test('A1 nothing is shown until the server list has loaded', async () => {
  let release = (_list: unknown) => {};
  server.servers = () => new Promise((resolve) => (release = resolve));
  const screen = await showAuth();
  await expect.element(screen.getByRole('status')).toBeVisible();
  expect(document.querySelector('form')).toBeNull();
  expect(screen.getByRole('tab').elements()).toHaveLength(0);
  release({
    servers: [
      { key: 'everest', name: 'Everest' },
      { key: 'mesa', name: 'Mesa' },
    ],
  });
  await expect.element(screen.getByRole('combobox')).toBeVisible();
  await screen.getByRole('combobox').click();
  await expect.poll(() => page.getByRole('option').elements().length).toBe(2);
});

test('A1 when the server list fails, the fallback entry is everest', async () => {
  server.servers = refuse('internal', 500);
  server.answers = { signIn: refuse('internal', 500) };
  const screen = await showAuth();
  await expect.element(screen.getByRole('combobox')).toHaveTextContent('Everest');
  await fill({ loginOrEmail: 'marlo', password: 'secret-word' });
  await userEvent.keyboard('{Enter}');
  // a failure of the server is not a wrong password
  await expect.element(screen.getByRole('alert')).toHaveTextContent(errors.internal);
  await expect.element(screen.getByRole('alert')).not.toHaveTextContent(errors.errorCredentials);
  expect(sentTo('signIn')).toMatchObject([{ server: FALLBACK_SERVER_KEY }]);
});

test('A1 switching tabs clears what was entered', async () => {
  const screen = await showAuth();
  await expect.element(screen.getByRole('combobox')).toBeVisible();
  await fill({ loginOrEmail: 'marlo', password: 'secret-word' });
  await screen.getByRole('tab').nth(1).click();
  await expect.poll(() => field('password').value).toBe('');
  await fill({ login: 'marlo' });
  await screen.getByRole('tab').first().click();
  await expect.poll(() => field('loginOrEmail').value).toBe('');
  expect(field('password').value).toBe('');
});

test.each([
  ['uk', ukErrors],
  ['ru', ruErrors],
  ['en', errors],
] as const)(
  'A2 wrong credentials in %s: errorCredentials, and what was typed stays',
  async (locale, texts) => {
    server.answers = { signIn: refuse('errorCredentials', 422) };
    const screen = await showAuth('', locale);
    await expect.element(screen.getByRole('combobox')).toBeVisible();
    await chooseServer();
    await fill({ loginOrEmail: 'marlo', password: 'wrong-word-1' });
    await submitButton().click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent(texts.errorCredentials);
    expect(field('loginOrEmail').value).toBe('marlo');
    expect(field('password').value).toBe('wrong-word-1');
  },
);

test('A2 an e-mail is sent lower-cased as email, anything else as login', async () => {
  server.answers = { signIn: refuse('offline', 0) };
  const screen = await showAuth();
  await expect.element(screen.getByRole('combobox')).toBeVisible();
  await chooseServer();
  await fill({ password: 'secret-word' });
  for (const [at, name] of ['Night@Example.org', 'Marlo.Night'].entries()) {
    await fill({ loginOrEmail: name });
    await submitButton().click();
    await expect.poll(() => sentTo('signIn').length).toBe(at + 1);
    await expect.element(screen.getByRole('alert')).toHaveTextContent(errors.offline);
    await expect.element(submitButton()).not.toHaveAttribute('aria-busy', 'true');
  }
  const [byEmail, byLogin] = sentTo('signIn');
  expect(byEmail).toMatchObject({ email: 'night@example.org' });
  expect(byEmail).not.toHaveProperty('login');
  expect(byLogin).toMatchObject({ login: 'Marlo.Night' });
  expect(byLogin).not.toHaveProperty('email');
});

test('A2 a submit while one runs is ignored', async () => {
  const screen = await showAuth();
  await expect.element(screen.getByRole('combobox')).toBeVisible();
  await chooseServer();
  await fill({ loginOrEmail: 'marlo', password: 'secret-word' });
  await submitButton().dblClick();
  await input('password').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(submitButton()).toHaveAttribute('aria-busy', 'true');
  expect(sentTo('signIn')).toHaveLength(1);
});

test('S16 a token that the server refuses: what was typed stays, and the password is not called wrong', async () => {
  server.answers = { signIn: refuse('errorCaptcha', 422) };
  const screen = await showAuth();
  await expect.element(screen.getByRole('combobox')).toBeVisible();
  await chooseServer();
  await fill({ loginOrEmail: 'marlo', password: 'wrong-word-1' });
  await submitButton().click();
  await expect.poll(() => sentTo('signIn').length).toBe(1);
  await expect.element(submitButton()).not.toHaveAttribute('aria-busy', 'true');
  expect(document.body.textContent).not.toContain(errors.errorCredentials);
  expect(field('password').value).toBe('wrong-word-1');
});

/** Goes on to where the code is entered. */
async function askForCode(resendSeconds = 3600, step: 'codeSent' | 'codeSentBefore' = 'codeSent') {
  server.answers = {
    resetPassword: async ({ verification_code: code }) => {
      if (code === undefined) return { step, resendSeconds };
      if (code !== 'GOODCODE') throw new ApiError('invalidConfirmationCode', 422);
      return { step: 'codeAccepted' };
    },
  };
  const screen = await showAuth();
  await screen.getByRole('button', { name: auth.signIn.forgot }).click();
  await expect.element(submitButton()).toBeDisabled();
  await chooseServer();
  await fill({ email: 'Player@Example.org' });
  await submitButton().click();
  await expect.element(screen.getByRole('textbox', { name: auth.confirmReset.code })).toBeVisible();
  return screen;
}

test('A6 a wrong code is said at its field', async () => {
  const screen = await askForCode();
  await expect.element(screen.getByText(/player@example\.org/)).toBeVisible();
  await expect.element(submitButton()).toBeDisabled();
  await fill({ verification_code: 'AAAAAAA2' });
  await submitButton().click();
  await expect.element(screen.getByText(errors.invalidConfirmationCode)).toBeVisible();
});

test('A6 SE9 a new code is not to be had before its time', async () => {
  const screen = await askForCode();
  await expect.element(screen.getByRole('button', { name: /^New email in/ })).toBeDisabled();
});

test('A6 SE9 asked for again within the hour, the page says that the first code still works, and takes it', async () => {
  const screen = await askForCode(3600, 'codeSentBefore');
  await expect.element(screen.getByText(auth.confirmReset.sentBefore)).toBeVisible();
  await fill({ verification_code: 'GOODCODE' });
  await submitButton().click();
  await expect.element(screen.getByRole('heading', { name: auth.passwordChange.title })).toBeVisible();
});

test('A3 the field of a recovery code has the focus once it is asked for, and so has the first box again', async () => {
  server.answers = {
    signIn: async () => {
      throw new ApiError('errorCredentials', 422, { needTwoFactor: true });
    },
  };
  const screen = await showAuth();
  await chooseServer();
  await fill({ loginOrEmail: 'marlo', password: 'secret-word' });
  await submitButton().click();
  await screen.getByRole('button', { name: auth.signInTwoFa.useRecovery }).click();
  await expect.element(screen.getByRole('textbox', { name: auth.signInTwoFa.recoveryCode })).toHaveFocus();
  await screen.getByRole('button', { name: auth.signInTwoFa.useCode }).click();
  await expect.element(screen.getByRole('textbox').first()).toHaveFocus();
});

test('A6 every step back leads to the view before and clears what it should', async () => {
  const screen = await askForCode();
  const back = screen.getByRole('button', { name: auth.back });
  await fill({ verification_code: 'goodcode' });
  await submitButton().click();
  await expect.element(screen.getByRole('heading', { name: auth.passwordChange.title })).toBeVisible();
  await fill({ password: 'harbour-neon-51' });
  await back.click();
  await expect.element(screen.getByRole('textbox', { name: auth.confirmReset.code })).toHaveValue('');
  await back.click();
  await expect
    .poll(() => document.querySelector<HTMLInputElement>('input[name=email]')?.value)
    .toBe('player@example.org');
  await back.click();
  await expect.poll(() => document.querySelector('input[name=loginOrEmail]')).not.toBeNull();
  expect(field('password').value).toBe('');
});

test('S16 without a captcha no code is asked for, and what was typed stays', async () => {
  vi.mocked(withCaptcha).mockRejectedValue(new ApiError('errorCaptcha', 422));
  const screen = await showAuth();
  await screen.getByRole('button', { name: auth.signIn.forgot }).click();
  await chooseServer();
  await fill({ email: 'player@example.org' });
  await submitButton().click();
  await expect.poll(() => vi.mocked(withCaptcha).mock.settledResults.length).toBe(1);
  await expect.element(submitButton()).toBeEnabled();
  expect(sentTo('resetPassword')).toEqual([]);
  expect(field('email').value).toBe('player@example.org');
});
