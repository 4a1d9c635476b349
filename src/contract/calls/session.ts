import * as z from 'zod/mini';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import {
  csrfTokenReply,
  logoutReply,
  storeTokenBody,
  storeTokenReply,
  userReply,
} from '#/contract/session.ts';

/** Calls that every page makes for a signed-in player. */
export const sessionCalls = {
  user: { method: 'GET', path: '/api/v1/user', access: 'session', reply: userReply },
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
