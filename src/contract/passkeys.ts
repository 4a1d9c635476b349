import * as z from 'zod/mini';
import { captchaToken } from './kernel/captcha.ts';
import { freshProof } from './cabinet.ts';
import { idInPath } from './cases.ts';
import { PASSKEY_NAME_MAX_LENGTH } from './kernel/limits.ts';
import { code, text } from './kernel/text.ts';

/** Bytes as base64url, of at most `maxLength` characters. */
const bytes = (maxLength: number) => text(maxLength).check(z.minLength(1), z.regex(/^[A-Za-z0-9_-]+$/));

/** Longest id of a credential: 1023 bytes. */
const credentialId = bytes(1364);
const clientData = bytes(4096);

/** A passkey of the player (A12). */
export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether the player's account at Apple, Google or another provider keeps it, so that it outlives the device. */
  isSynced: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkey>;
export const passkeysReply = z.object({ passkeys: z.array(passkey) });
export type PasskeysReply = z.infer<typeof passkeysReply>;

const knownCredential = z.object({ id: z.string(), type: z.literal('public-key') });

export const passkeyOptionsBody = z.strictObject(freshProof);
/** What a browser needs to make a passkey, as WebAuthn names it. The challenge works once, for five minutes. */
export const newPasskeyOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  /** Passkeys that the account has, so that no device makes a second one. */
  excludeCredentials: z.array(knownCredential),
});
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptions>;

/** The passkey that a browser has made. */
export const addPasskeyBody = z.strictObject({
  id: credentialId,
  client_data: clientData,
  attestation: bytes(8192),
});
export type AddPasskeyBody = z.infer<typeof addPasskeyBody>;

export const passkeyParams = z.strictObject({ id: idInPath });
/** A name that a player gives to a passkey, without characters that turn or hide text. */
export const passkeyName = text(PASSKEY_NAME_MAX_LENGTH, 'passkeyNameInvalid').check(
  z.trim(),
  z.minLength(1, code('passkeyNameInvalid')),
  z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, code('passkeyNameInvalid')),
);
export const renamePasskeyBody = z.strictObject({
  name: passkeyName,
  ...freshProof,
});
export type RenamePasskeyBody = z.infer<typeof renamePasskeyBody>;
export const removePasskeyBody = z.strictObject(freshProof);

/** What a browser needs to sign in. It names no passkey, so it tells nothing about any account (A12). */
export const passkeySignInOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeySignInOptions = z.infer<typeof passkeySignInOptions>;

/** The signature of a passkey. */
export const passkeySignInBody = z.strictObject({
  id: credentialId,
  client_data: clientData,
  authenticator_data: bytes(4096),
  signature: bytes(4096),
  user_handle: bytes(128),
  captcha: captchaToken,
});
export type PasskeySignInBody = z.infer<typeof passkeySignInBody>;
