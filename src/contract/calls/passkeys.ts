import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { tokenReply } from '#/contract/auth.ts';
import {
  addPasskeyBody,
  newPasskeyOptions,
  passkeyOptionsBody,
  passkeyParams,
  passkeySignInBody,
  passkeySignInOptions,
  passkeysReply,
  removePasskeyBody,
  renamePasskeyBody,
} from '#/contract/passkeys.ts';

/** Calls of passkeys: the list in the settings, and the sign-in (A12). */
export const passkeyCalls = {
  passkeySignInOptions: {
    method: 'POST',
    path: '/api/v1/auth/passkey/options',
    access: 'public',
    reply: passkeySignInOptions,
  },
  passkeySignIn: {
    method: 'POST',
    path: '/api/v1/auth/passkey',
    access: 'public',
    body: passkeySignInBody,
    reply: tokenReply,
  },
  passkeys: { method: 'GET', path: '/api/v1/user/passkeys', access: 'session', reply: passkeysReply },
  passkeyOptions: {
    method: 'POST',
    path: '/api/v1/user/passkey-options',
    access: 'session',
    body: passkeyOptionsBody,
    reply: newPasskeyOptions,
  },
  addPasskey: {
    method: 'POST',
    path: '/api/v1/user/passkeys',
    access: 'session',
    body: addPasskeyBody,
    reply: passkeysReply,
  },
  renamePasskey: {
    method: 'POST',
    path: '/api/v1/user/passkeys/{id}',
    access: 'session',
    params: passkeyParams,
    body: renamePasskeyBody,
    reply: passkeysReply,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/api/v1/user/passkeys/{id}',
    access: 'session',
    params: passkeyParams,
    body: removePasskeyBody,
    reply: passkeysReply,
  },
} as const satisfies Record<string, Endpoint>;
