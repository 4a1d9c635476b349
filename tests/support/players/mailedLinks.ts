import type { LightMyRequestResponse } from 'fastify';
import type { UserReply } from '#/contract/cabinet.ts';
import type { ErrorReply } from '#/contract/errors.ts';
import { signUpForm } from './factories.ts';
import { queuedMails } from './queuedMails.ts';
import type { TestApp } from './testApp.ts';

export interface SignedUp {
  login: string;
  email: string;
  /** Of the mailed link. */
  token: string;
  headers: { authorization: string };
}

let signedUp = 0;

/** A player who has just signed up, with the link of his mail. */
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

/** The tokens of the links that wait to be mailed to an address, oldest first. */
export async function tokensFor(app: TestApp, email: string): Promise<string[]> {
  const mails = await queuedMails(app, email);
  return mails.flatMap(({ variables }) => ('token' in variables ? [variables.token] : []));
}

export const verify = (app: TestApp, token: string): Promise<LightMyRequestResponse> =>
  app.post('/api/v1/auth/email/verify', { token });

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
