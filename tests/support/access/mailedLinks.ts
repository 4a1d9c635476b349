import type { LightMyRequestResponse } from 'fastify';
import type { UserReply } from '#/contract/session.ts';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { signUpForm } from '../app/factories.ts';
import { queuedMails } from '../app/queuedMails.ts';
import type { TestApp } from '../app/testApp.ts';

export interface SignedUp {
  login: string;
  email: string;
  /** Token of the mailed link. */
  token: string;
  headers: { authorization: string };
}

let signedUp = 0;

/** Creates a player who has just signed up, with the link of their mail. */
export async function signUp(app: TestApp, headers: Record<string, string> = {}): Promise<SignedUp> {
  const login = `Newcomer${++signedUp}`;
  const form = signUpForm(login);
  const reply = await app.post('/api/v1/auth/register', form, headers);
  const email = form['email'] ?? '';
  const [token = ''] = await tokensFor(app, email);
  return {
    login,
    email,
    token,
    headers: { authorization: `Bearer ${reply.json<{ token: string }>().token}` },
  };
}

/** Lists the tokens of the links queued for an address, the oldest first. */
export async function tokensFor(app: TestApp, email: string): Promise<string[]> {
  const mails = await queuedMails(app, email);
  return mails.flatMap(({ variables }) => ('token' in variables ? [variables.token] : []));
}

/** Opens a mailed link and presses its button. */
export const verify = (app: TestApp, token: string): Promise<LightMyRequestResponse> =>
  app.post('/api/v1/auth/email/verify', { token, confirmed: true });

/** Opens the page of a mailed link without pressing its button. */
export const openLink = (
  app: TestApp,
  token: string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => app.post('/api/v1/auth/email/verify', { token }, headers);

export const resend = (
  app: TestApp,
  player: { headers: Record<string, string> },
  more: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: '/api/v1/user/resend-verify',
    headers: { ...player.headers, ...more },
  });

export async function userOf(app: TestApp, headers: Record<string, string>): Promise<UserReply['user']> {
  return (await app.get('/api/v1/user', headers)).json<UserReply>().user;
}

export const codeOf = (reply: LightMyRequestResponse): string => reply.json<ErrorReply>().code;
