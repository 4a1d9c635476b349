import * as z from 'zod/mini';
import {
  logoutReply,
  resetPasswordBody,
  resetPasswordReply,
  signInBody,
  signUpBody,
  storeTokenBody,
  storeTokenReply,
  tokenReply,
  verifyEmailBody,
  verifyEmailReply,
} from './auth.ts';
import {
  changeEmailBody,
  changeEmailReply,
  changePasswordBody,
  changePasswordReply,
  deleteAccountBody,
  deleteAccountReply,
  endSessionParams,
  endSessionsReply,
  recoveryCodesReply,
  resendVerifyReply,
  sessionsReply,
  twoFaDestroyBody,
  twoFaDestroyReply,
  twoFaSecretReply,
  twoFaVerifyBody,
  userReply,
} from './cabinet.ts';
import { captchaChallengeQuery, captchaChallengeReply } from './captcha.ts';
import {
  couponsReply,
  idInPath,
  openCaseBody,
  openCaseReply,
  pageInQuery,
  revealBody,
  revealReply,
  userCaseReply,
  userCasesReply,
} from './cases.ts';
import { serversReply, serversStatisticReply } from './landing.ts';
import { playerData } from './playerData.ts';
import {
  cartBody,
  cartReply,
  discountBody,
  donateDataReply,
  goodsQuery,
  goodsReply,
  orderBody,
  orderIdInPath,
  orderReply,
  orderResultReply,
  ordersReply,
  shopCaseParams,
  shopCaseReply,
  shopCasesReply,
  storeByCoinBody,
  storeByCoinReply,
} from './shop.ts';

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
  resetPassword: {
    method: 'POST',
    path: '/api/v1/auth/resetPassword',
    access: 'public',
    body: resetPasswordBody,
    reply: resetPasswordReply,
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/v1/auth/email/verify',
    access: 'public',
    body: verifyEmailBody,
    reply: verifyEmailReply,
  },
  captchaChallenge: {
    method: 'GET',
    path: '/api/v1/captcha/challenge',
    access: 'public',
    query: captchaChallengeQuery,
    reply: captchaChallengeReply,
  },

  user: { method: 'GET', path: '/api/v1/user', access: 'session', reply: userReply },
  resendVerify: {
    method: 'POST',
    path: '/api/v1/user/resend-verify',
    access: 'session',
    reply: resendVerifyReply,
  },
  changePassword: {
    method: 'POST',
    path: '/api/v1/user/reset-password',
    access: 'session',
    body: changePasswordBody,
    reply: changePasswordReply,
  },
  twoFaSecret: {
    method: 'GET',
    path: '/api/v1/user/2fa/secret',
    access: 'session',
    reply: twoFaSecretReply,
  },
  twoFaVerify: {
    method: 'POST',
    path: '/api/v1/user/2fa/verify',
    access: 'session',
    body: twoFaVerifyBody,
    reply: recoveryCodesReply,
  },
  twoFaDestroy: {
    method: 'DELETE',
    path: '/api/v1/user/2fa/destroy',
    access: 'session',
    body: twoFaDestroyBody,
    reply: twoFaDestroyReply,
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/api/v1/user/2fa/recovery-codes',
    access: 'session',
    body: twoFaDestroyBody,
    reply: recoveryCodesReply,
  },
  sessions: { method: 'GET', path: '/api/v1/user/sessions', access: 'session', reply: sessionsReply },
  endSession: {
    method: 'DELETE',
    path: '/api/v1/user/sessions/{id}',
    access: 'session',
    params: endSessionParams,
    reply: endSessionsReply,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/v1/user/sessions',
    access: 'session',
    reply: endSessionsReply,
  },
  changeEmail: {
    method: 'POST',
    path: '/api/v1/user/email',
    access: 'session',
    body: changeEmailBody,
    reply: changeEmailReply,
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: '/api/v1/user/email',
    access: 'session',
    reply: changeEmailReply,
  },
  exportData: { method: 'GET', path: '/api/v1/user/export', access: 'session', reply: playerData },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/v1/user',
    access: 'session',
    body: deleteAccountBody,
    reply: deleteAccountReply,
  },

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
  revealPrizes: {
    method: 'POST',
    path: '/api/v1/cases/reveal',
    access: 'session',
    body: revealBody,
    reply: revealReply,
  },
  coupons: {
    method: 'GET',
    path: '/api/v1/coupons/user/',
    access: 'session',
    query: z.strictObject({ page: pageInQuery }),
    reply: couponsReply,
  },

  donateData: { method: 'GET', path: '/api/donate-data', access: 'public', reply: donateDataReply },
  goods: {
    method: 'GET',
    path: '/api/v1/goods',
    access: 'public',
    query: goodsQuery,
    reply: goodsReply,
  },
  shopCases: { method: 'GET', path: '/api/one-rp/cases', access: 'public', reply: shopCasesReply },
  shopCase: {
    method: 'GET',
    path: '/api/one-rp/cases/show/{id}',
    access: 'public',
    params: shopCaseParams,
    reply: shopCaseReply,
  },
  saveCart: {
    method: 'POST',
    path: '/api/donate/cart',
    access: 'public',
    effect: true,
    body: cartBody,
    reply: cartReply,
  },
  cart: { method: 'GET', path: '/api/donate/cart', access: 'public', reply: cartReply },
  useDiscount: {
    method: 'POST',
    path: '/api/donate/cart/discount',
    access: 'public',
    body: discountBody,
    reply: cartReply,
  },
  dropDiscount: {
    method: 'DELETE',
    path: '/api/donate/cart/discount',
    access: 'public',
    reply: cartReply,
  },
  placeOrder: {
    method: 'POST',
    path: '/api/donate/order',
    access: 'public',
    effect: true,
    body: orderBody,
    reply: orderReply,
  },
  orderResult: {
    method: 'GET',
    path: '/api/donate/order/{id}',
    access: 'public',
    params: z.strictObject({ id: orderIdInPath }),
    reply: orderResultReply,
  },
  orders: {
    method: 'GET',
    path: '/api/v1/orders',
    access: 'session',
    query: z.strictObject({ page: pageInQuery }),
    reply: ordersReply,
  },
  storeByCoin: {
    method: 'POST',
    path: '/api/v1/order/store-by-coin',
    access: 'session',
    effect: true,
    body: storeByCoinBody,
    reply: storeByCoinReply,
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
