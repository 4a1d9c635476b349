import type { LightMyRequestResponse } from 'fastify';
import { hashPassword } from '#/server/domain/accounts/password.ts';
import { createBrowser, type Browser } from '../app/browser.ts';
import { CAPTCHA, createPlayer, PASSWORD, type Player } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';

export interface Member extends Player {
  login: string;
  email: string;
}

let hashOnce: Promise<string> | undefined;

/** Creates a player who can sign in with PASSWORD. Their address is confirmed by default. */
export async function createMember(
  app: TestApp,
  { isVerified = true, stock = {} }: { isVerified?: boolean; stock?: Record<number, number> } = {},
): Promise<Member> {
  hashOnce ??= hashPassword(PASSWORD);
  const player = await createPlayer(app.deps, stock);
  const { rows } = await app.pool.query<{ login: string; email: string }>(
    'UPDATE accounts SET password_hash = $2, is_verified = $3 WHERE id = $1 RETURNING login, email',
    [player.accountId, await hashOnce, isVerified],
  );
  return { ...player, ...rows[0]! };
}

/** Signs in, on another server if `through` is given. */
export function signIn(
  app: TestApp,
  login: string,
  headers: Record<string, string> = {},
  password = PASSWORD,
): Promise<LightMyRequestResponse> {
  return app.post('/api/v1/auth/login', { server: 'everest', login, password, captcha: CAPTCHA }, headers);
}

/** Starts a session. @returns its bearer */
export async function bearerOf(app: TestApp, login: string): Promise<{ authorization: string }> {
  const reply = await signIn(app, login);
  if (reply.statusCode !== 200) throw new Error(`${login} cannot sign in: ${reply.body}`);
  return { authorization: `Bearer ${reply.json<{ token: string }>().token}` };
}

/** Signs a browser in, with the cookies it has. */
export async function enter(
  browser: Browser,
  login: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const body = { server: 'everest', login, password: PASSWORD, captcha: CAPTCHA };
  const reply = await browser.send('POST', '/api/v1/auth/login', body, headers);
  const stored = await browser.storeToken(reply.json<{ token: string }>().token);
  if (stored.statusCode !== 200) throw new Error(`${login} cannot sign in: ${reply.body} ${stored.body}`);
}

/** Creates a browser that has just signed in. */
export async function browserOf(
  app: TestApp,
  login: string,
  headers: Record<string, string> = {},
): Promise<Browser> {
  const browser = createBrowser(app);
  await enter(browser, login, headers);
  return browser;
}

/** Audit events of an account, the oldest first. */
export async function auditOf({ pool }: TestApp, accountId: number): Promise<string[]> {
  const { rows } = await pool.query<{ event: string }>(
    'SELECT event FROM audit WHERE account_id = $1 ORDER BY id',
    [accountId],
  );
  return rows.map(({ event }) => event);
}

export const userStatus = async (app: TestApp, headers: Record<string, string>): Promise<number> =>
  (await app.get('/api/v1/user', headers)).statusCode;
