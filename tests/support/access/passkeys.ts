import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { NewPasskeyOptions, PasskeySignInOptions } from '#/contract/passkeys.ts';
import { createBrowser, type Browser } from '../app/browser.ts';
import { CAPTCHA } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';
import {
  type Authenticator,
  type Claims,
  createAuthenticator,
  makePasskey,
  signChallenge,
} from './virtualAuthenticator.ts';

type Headers = Record<string, string>;

export const PASSKEYS = '/api/v1/user/passkeys';
export const originOf = ({ deps }: TestApp): string => new URL(deps.config.publicUrl).origin;

/** Asks for a challenge for a new passkey. */
export async function askToAdd(
  app: TestApp,
  headers: Headers,
  proof: object = {},
): Promise<NewPasskeyOptions> {
  const reply = await app.post(`/api/v1/user/passkey-options`, proof, headers);
  if (reply.statusCode !== 200) throw new Error(`no challenge: ${reply.body}`);
  return reply.json<NewPasskeyOptions>();
}

/** Adds a passkey to the account of a session. */
export async function addPasskey(
  app: TestApp,
  headers: Headers,
  authenticator = createAuthenticator(),
  proof: object = {},
): Promise<Authenticator> {
  const body = makePasskey(authenticator, await askToAdd(app, headers, proof), originOf(app));
  const reply = await app.post(PASSKEYS, body, headers);
  if (reply.statusCode !== 200) throw new Error(`no passkey: ${reply.body}`);
  return authenticator;
}

/** Asks for a challenge for a sign-in. */
export const askToSignIn = async (browser: Browser): Promise<PasskeySignInOptions> =>
  (await browser.send('POST', '/api/v1/auth/passkey/options')).json<PasskeySignInOptions>();

export const answer = (browser: Browser, body: object): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/v1/auth/passkey', { captcha: CAPTCHA, ...body });

/** Signs in with a passkey, with an answer that is right but for the changes. */
export async function signInByPasskey(
  app: TestApp,
  authenticator: Authenticator,
  changes: Partial<Claims> = {},
  browser = createBrowser(app),
): Promise<LightMyRequestResponse> {
  const options = await askToSignIn(browser);
  return answer(browser, signChallenge(authenticator, options, originOf(app), changes));
}

/** Stores a passkey that nobody holds. @returns its id */
export async function storePasskey({ pool, deps }: TestApp, accountId: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO passkeys (account_id, credential_id, public_key, counter, name, is_synced, created_at)
     VALUES ($1, $2, $2, 0, 'Stored', false, $3) RETURNING id`,
    [accountId, randomBytes(32), deps.now().toISOString()],
  );
  return Number(rows[0]?.id);
}
