import { expect, type Page } from '@playwright/test';
import type { Shot } from './shotAnswers.ts';
import { chooseServer, input, newPlayer, submitButton } from './fixtures.ts';

const RESET = '**/api/v1/auth/resetPassword';
const VERIFY = '**/api/v1/auth/email/verify';
const SIGN_IN = '**/api/v1/auth/login';
const refused = { code: 'errorCredentials', message: '', requestId: '1', needTwoFactor: true };

/** Sign-in with its views, recovery, confirmation, texts of the law, settings. */
export const accountShots: readonly Shot[] = [
  { name: 'forgot-pass', path: '/auth', after: forgot },
  { name: 'confirm-reset', path: '/auth', before: acceptReset, after: askForCode },
  { name: 'confirm-reset-wrong', path: '/auth', before: acceptReset, after: typeWrongCode },
  { name: 'password-change', path: '/auth', before: acceptReset, after: showPasswordChange },
  { name: 'two-fa', path: '/auth', before: askSecondFactor, after: signIn },
  { name: 'two-fa-wrong', path: '/auth', before: askSecondFactor, after: typeWrongTotp },
  { name: 'two-fa-recovery', path: '/auth', before: askSecondFactor, after: showRecovery },
  { name: 'email-verification-loading', path: '/email-verification?token=a', before: verifyNever },
  { name: 'email-verification-done', path: '/email-verification?token=a', before: verify, after: verified },
  {
    name: 'email-verification-asked',
    path: '/email-verification?token=a',
    before: askPress,
    after: asked,
  },
  { name: 'email-verification-failed', path: '/email-verification?token=a', after: verified },
  { name: 'help', path: '/help' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'unverified', path: '/cabinet', signedIn: true, before: unverified },
  ...(
    [
      ['password', 0],
      ['passkeys', 1],
      ['two-factor', 2],
      ['devices', 3],
      ['account', 5],
    ] as const
  ).map(([name, at]) => ({
    name: `settings-${name}`,
    path: '/cabinet#settings',
    signedIn: true,
    after: (page: Page) => showSettings(page, at),
  })),
];

const quiet = (page: Page) => page.locator('form button[data-variant=quiet]');

async function forgot(page: Page): Promise<void> {
  await quiet(page).click();
  await expect(input(page, 'email')).toBeVisible();
}

async function askPress(page: Page): Promise<void> {
  const link = {
    does: 'undoChange',
    login: 'marlo.night',
    email: 'l•••@example.net',
    newEmail: 'm•••@example.org',
  };
  const json = { code: 'confirmationNeeded', message: '', requestId: '1', link };
  await page.route(VERIFY, (route) => route.fulfill({ status: 409, json }));
}

async function acceptReset(page: Page): Promise<void> {
  const steps = ['codeSent', 'codeAccepted'];
  await page.route(RESET, (route) => {
    const { verification_code: code } = route.request().postDataJSON() as { verification_code?: string };
    if (code === 'AAAAAAA2')
      return route.fulfill({
        status: 422,
        json: { code: 'invalidConfirmationCode', message: '', requestId: '1' },
      });
    return route.fulfill({ json: { step: steps[code ? 1 : 0], resendSeconds: 60 } });
  });
}

async function askForCode(page: Page): Promise<void> {
  await forgot(page);
  await chooseServer(page);
  await input(page, 'email').fill(newPlayer().email);
  await submitButton(page).click();
  await expect(input(page, 'verification_code')).toBeVisible();
}

async function typeCode(page: Page, code: string): Promise<void> {
  await askForCode(page);
  await input(page, 'verification_code').fill(code);
  await submitButton(page).click();
}

async function typeWrongCode(page: Page): Promise<void> {
  await typeCode(page, 'AAAAAAA2');
  await expect(input(page, 'verification_code')).toHaveAttribute('aria-invalid', 'true');
}

async function showPasswordChange(page: Page): Promise<void> {
  await typeCode(page, 'BBBBBBB2');
  await expect(input(page, 'password_confirmation')).toBeVisible();
}

const boxes = (page: Page) => page.locator('form input[inputmode=numeric]');

async function askSecondFactor(page: Page): Promise<void> {
  await page.route(SIGN_IN, (route) => {
    const { verification_code: code } = route.request().postDataJSON() as { verification_code?: string };
    return route.fulfill({
      status: 422,
      json: code ? { ...refused, code: 'errorTwoFaActivated' } : refused,
    });
  });
}

async function signIn(page: Page): Promise<void> {
  await chooseServer(page);
  await input(page, 'loginOrEmail').fill(newPlayer().login);
  await input(page, 'password').fill('sodium-lamp-47');
  await submitButton(page).click();
  await expect(boxes(page).first()).toBeVisible();
}

async function typeWrongTotp(page: Page): Promise<void> {
  await signIn(page);
  await boxes(page).first().click();
  await page.keyboard.type('123456');
  await expect(boxes(page).first()).toHaveAttribute('aria-invalid', 'true');
}

async function showRecovery(page: Page): Promise<void> {
  await signIn(page);
  await quiet(page).last().click();
  await expect(boxes(page)).toHaveCount(0);
}

async function verifyNever(page: Page): Promise<void> {
  await page.route(VERIFY, () => {});
}

async function verify(page: Page): Promise<void> {
  await page.route(VERIFY, (route) => route.fulfill({ json: { verified: 'email' } }));
}

async function asked(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('button')).toBeFocused();
}

async function verified(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
}

async function unverified(page: Page): Promise<void> {
  await page.route('**/api/v1/user', async (route) => {
    const reply = (await (await route.fetch()).json()) as { user: object };
    await route.fulfill({
      json: { ...reply, user: { ...reply.user, isVerified: false, resendSeconds: 0 } },
    });
  });
}

async function showSettings(page: Page, at: number): Promise<void> {
  await page.getByRole('tablist').nth(1).getByRole('tab').nth(at).click();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}
