import { randomBytes } from 'node:crypto';
import type { TestApp } from '../app/testApp.ts';
import { createBrowser, type Browser } from '../app/browser.ts';
import { CAPTCHA, PASSWORD } from '../app/factories.ts';
import { codeAt } from './authenticator.ts';

/** Stores a device that an account trusts. @returns its id */
export async function trustDevice({ pool, deps }: TestApp, accountId: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO known_devices (account_id, device_hash, first_seen_at, last_seen_at, trusted_until)
     VALUES ($1, $2, $3::timestamptz, $3::timestamptz, $3::timestamptz + interval '1 day') RETURNING id`,
    [accountId, randomBytes(32), deps.now().toISOString()],
  );
  return Number(rows[0]?.id);
}

/**
 * Signs a browser in with a password, and with a code if one is given.
 * @returns the status, and whether a code was asked for
 */
export async function signInWith(
  browser: Browser,
  login: string,
  more: { verification_code?: string; remember_device?: boolean; password?: string } = {},
): Promise<{ status: number; asksCode: boolean }> {
  const body = { server: 'everest', login, password: PASSWORD, captcha: CAPTCHA, ...more };
  const reply = await browser.send('POST', '/api/v1/auth/login', body);
  const { token, needTwoFactor = false } = reply.json<{ token?: string; needTwoFactor?: boolean }>();
  if (token) await browser.storeToken(token);
  return { status: reply.statusCode, asksCode: needTwoFactor };
}

/**
 * Creates a browser in which a guarded player chose not to be asked for a code.
 * @param aheadSeconds of the used code, so that another one stays unused
 */
export async function trustedBrowserOf(
  app: TestApp,
  { login, secret }: { login: string; secret: string },
  aheadSeconds = 0,
): Promise<Browser> {
  const browser = createBrowser(app);
  const verification_code = codeAt(app.deps, secret, aheadSeconds);
  const { status } = await signInWith(browser, login, { verification_code, remember_device: true });
  if (status !== 200) throw new Error(`${login} cannot sign in`);
  return browser;
}
