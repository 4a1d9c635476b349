import * as z from 'zod/mini';
import { signInBody, signUpBody, storeTokenBody, storeTokenReply, logoutReply, tokenReply } from './auth.ts';
import { userReply } from './cabinet.ts';
import {
  couponsReply,
  idInPath,
  openCaseBody,
  openCaseReply,
  pageInQuery,
  userCaseReply,
  userCasesReply,
} from './cases.ts';
import { serversReply, serversStatisticReply } from './landing.ts';

type Schema = z.core.$ZodType;

/** One call of the site. `effect` endpoints take an `Idempotency-Key` header (TRUST.md, Money). */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** As SEED.md section 7 writes it; a trailing slash may be given or left out. */
  path: string;
  /** public: anyone; session: a live session, else 401; csrf: same origin with the page's token. */
  access: 'public' | 'session' | 'csrf';
  effect?: true;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  reply: Schema;
}

/** Every call, once: the client calls by these rows, the server routes them, OpenAPI is made from them (N1). */
export const endpoints = {
  servers: { method: 'GET', path: '/api/v1/servers', access: 'public', reply: serversReply },
  serversStatistic: {
    method: 'GET',
    path: '/api/v1/servers-statistic',
    access: 'public',
    reply: serversStatisticReply,
  },

  signIn: {
    method: 'POST',
    path: '/api/v1/auth/login',
    access: 'public',
    body: signInBody,
    reply: tokenReply,
  },
  signUp: {
    method: 'POST',
    path: '/api/v1/auth/register',
    access: 'public',
    body: signUpBody,
    reply: tokenReply,
  },
  signOut: { method: 'POST', path: '/api/v1/auth/logout', access: 'public', reply: logoutReply },
  storeToken: {
    method: 'POST',
    path: '/auth-store-token',
    access: 'csrf',
    body: storeTokenBody,
    reply: storeTokenReply,
  },

  user: { method: 'GET', path: '/api/v1/user', access: 'session', reply: userReply },

  userCases: { method: 'GET', path: '/api/v1/cases/user', access: 'session', reply: userCasesReply },
  userCase: {
    method: 'GET',
    path: '/api/v1/cases/user/{id}',
    access: 'session',
    params: z.strictObject({ id: idInPath }),
    reply: userCaseReply,
  },
  openCase: {
    method: 'POST',
    path: '/api/v1/cases/open/',
    access: 'session',
    effect: true,
    body: openCaseBody,
    reply: openCaseReply,
  },
  coupons: {
    method: 'GET',
    path: '/api/v1/coupons/user/',
    access: 'session',
    query: z.strictObject({ page: pageInQuery }),
    reply: couponsReply,
  },
} as const satisfies Record<string, Endpoint>;

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = E[K] extends Schema ? { [P in K]: Side extends 'input' ? z.input<E[K]> : z.output<E[K]> } : unknown;

/** What a caller hands over. */
export type InputOf<E extends Endpoint> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>;
/** What the handler receives after validation. */
export type ParsedOf<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>;
/** What comes back. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
