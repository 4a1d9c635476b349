import {
  resetPasswordBody,
  resetPasswordReply,
  signInBody,
  signUpBody,
  tokenReply,
} from '#/contract/auth.ts';
import { captchaChallengeQuery, captchaChallengeReply } from '#/contract/kernel/captcha.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { verifyEmailBody, verifyEmailReply } from '#/contract/kernel/mailedLink.ts';

/** Calls of sign-up, sign-in, recovery and the captcha. */
export const authCalls = {
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
} as const satisfies Record<string, Endpoint>;
