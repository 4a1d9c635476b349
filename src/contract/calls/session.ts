import * as z from 'zod/mini';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import {
  csrfTokenReply,
  logoutReply,
  resendVerifyReply,
  storeTokenBody,
  storeTokenReply,
  userReply,
} from '#/contract/session.ts';

/** Calls that pages of every area make for a signed-in player. */
export const sessionCalls = {
  user: { method: 'GET', path: '/api/v1/user', access: 'session', reply: userReply },
  /** Mails the link of an unverified account again (C2). */
  resendVerify: {
    method: 'POST',
    path: '/api/v1/user/resend-verify',
    access: 'session',
    reply: resendVerifyReply,
  },
  /** For pages whose documents have no token, because they are the same for everybody. */
  csrfToken: { method: 'GET', path: '/api/v1/csrf-token', access: 'public', reply: csrfTokenReply },
  signOut: { method: 'POST', path: '/api/v1/auth/logout', access: 'public', reply: logoutReply },
  storeToken: {
    method: 'POST',
    path: '/auth-store-token',
    access: 'csrf',
    body: storeTokenBody,
    reply: storeTokenReply,
  },
  /** Ends the look of an operator at a draft, in this browser. */
  endPreview: { method: 'POST', path: '/api/v1/preview/end', access: 'csrf', reply: z.object({}) },
} as const satisfies Record<string, Endpoint>;
