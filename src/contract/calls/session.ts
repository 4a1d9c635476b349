import { logoutReply, storeTokenBody, storeTokenReply } from '#/contract/auth.ts';
import { userReply } from '#/contract/cabinet.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';

/** Calls that every page makes for a signed-in player. */
export const sessionCalls = {
  user: { method: 'GET', path: '/api/v1/user', access: 'session', reply: userReply },
  signOut: { method: 'POST', path: '/api/v1/auth/logout', access: 'public', reply: logoutReply },
  storeToken: {
    method: 'POST',
    path: '/auth-store-token',
    access: 'csrf',
    body: storeTokenBody,
    reply: storeTokenReply,
  },
} as const satisfies Record<string, Endpoint>;
