import type { LightMyRequestResponse } from 'fastify';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { type Browser, createBrowser } from '../app/browser.ts';
import { CAPTCHA } from '../app/factories.ts';
import { queuedMails } from '../app/queuedMails.ts';
import { browserOf } from '../players/settings.ts';
import type { TestApp } from '../app/testApp.ts';

export const NEW_PASSWORD = 'Sodium-lamp-47';
export const WRONG_CODE = 'AAAAAAAA';
/** Cookie that connects the steps of a recovery. */
export const RESET_COOKIE = 'oc_reset';
/** The answer to every invalid code. */
export const REFUSED = [422, 'invalidConfirmationCode', { verification_code: 'invalidConfirmationCode' }];

/** Makes one call of the recovery of a password. */
export const reset = (
  browser: Browser,
  email: string,
  changes: object = {},
): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/v1/auth/resetPassword', { server: 'everest', email, ...changes });
export const ask = (browser: Browser, email: string): Promise<LightMyRequestResponse> =>
  reset(browser, email, { captcha: CAPTCHA });
export const askAgain = (browser: Browser, email: string): Promise<LightMyRequestResponse> =>
  reset(browser, email, { captcha: CAPTCHA, verification_code: null });
export const enterCode = (
  browser: Browser,
  email: string,
  verification_code: string,
): Promise<LightMyRequestResponse> => reset(browser, email, { verification_code });
export const changeTo = (
  browser: Browser,
  email: string,
  verification_code: string,
  password = NEW_PASSWORD,
): Promise<LightMyRequestResponse> =>
  reset(browser, email, { verification_code, password, password_confirmation: password });

/** Status, code and fields of a refusal. */
export function summary(reply: LightMyRequestResponse): unknown[] {
  const { code, errors } = reply.json<ErrorReply>();
  return [reply.statusCode, code, errors];
}

/** The code of the newest mail to an address. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  const mails = (await queuedMails(app, email)).filter(({ kind }) => kind === 'resetCode');
  return (mails.at(-1)?.variables as { code: string } | undefined)?.code ?? '';
}

/** Requests a code in a new browser. @returns the browser and the code */
export async function begun(
  app: TestApp,
  { email }: { email: string },
): Promise<{ browser: Browser; code: string }> {
  const browser = createBrowser(app);
  const reply = await ask(browser, email);
  if (reply.statusCode !== 200) throw new Error(`no code for ${email}: ${reply.body}`);
  return { browser, code: await mailedCode(app, email) };
}

/** The same in a known browser of the account, which may request three codes an hour. */
export async function begunAtHome(
  app: TestApp,
  { email, login }: { email: string; login: string },
): Promise<{ browser: Browser; code: string }> {
  const browser = await browserOf(app, login);
  const reply = await ask(browser, email);
  if (reply.statusCode !== 200) throw new Error(`no code for ${email}: ${reply.body}`);
  return { browser, code: await mailedCode(app, email) };
}

/** How many codes were evaluated for an address. */
export async function attemptsOf({ pool }: TestApp, email: string): Promise<number> {
  const { rows } = await pool.query<{ attempts: number }>(
    'SELECT sum(attempts)::int AS attempts FROM password_resets WHERE email = $1',
    [email],
  );
  return rows[0]?.attempts ?? 0;
}
