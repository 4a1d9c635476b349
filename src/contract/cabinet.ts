import * as z from 'zod/mini';
import { email, newPassword, passwordConfirmation, typedPassword } from './auth.ts';
import { idInPath } from './cases.ts';
import { TYPED_PASSWORD_MAX_LENGTH } from './kernel/limits.ts';
import { code, text } from './kernel/text.ts';

/** A typed code of the second factor: six digits, or a recovery code. */
const verificationCode = text(32, 'invalidCode').check(z.minLength(6, code('invalidCode')));

/** The password; required if the sign-in is more than ten minutes old. */
const freshPassword = z.optional(typedPassword);

/**
 * Fields that prove the player's identity: the password, and a code if the account has a second
 * factor.
 */
export const freshProof = { password: freshPassword, verification_code: z.optional(verificationCode) };

export const changePasswordBody = z
  .strictObject({
    old_password: text(TYPED_PASSWORD_MAX_LENGTH, 'oldPasswordRequired', 'passwordLong').check(
      z.minLength(1, code('oldPasswordRequired')),
    ),
    password: newPassword,
    password_confirmation: passwordConfirmation,
    /** Otherwise all passkeys are removed, because somebody else may have added one (A12). */
    keep_passkeys: z.optional(z.boolean()),
  })
  .check(
    z.refine((form) => form.password === form.password_confirmation, {
      error: code('passwordsDiffer'),
      path: ['password_confirmation'],
    }),
  );
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;
export const changePasswordReply = z.object({ passwordChanged: z.literal(true) });

/** `QRImage` is the SVG markup of the otpauth address, for an `img`. */
export const twoFaSecretReply = z.object({ secret: z.string(), QRImage: z.string() });

export const twoFaVerifyBody = z.strictObject({
  verification_code: verificationCode,
  /** Must equal the secret that waits on the server. The server uses its own copy. */
  google_secret: text(128),
  password: freshPassword,
});
export type TwoFaVerifyBody = z.infer<typeof twoFaVerifyBody>;
/** Ten codes, each valid once in place of a code of the authenticator. They are never shown again. */
export const recoveryCodesReply = z.object({ recoveryCodes: z.array(z.string()) });

export const twoFaDestroyBody = z.strictObject({
  verification_code: verificationCode,
  password: freshPassword,
});
export type TwoFaDestroyBody = z.infer<typeof twoFaDestroyBody>;
export const twoFaDestroyReply = z.object({ isTwoFaEnabled: z.literal(false) });

/** A session of the player. */
export const playerSession = z.object({
  id: z.int(),
  isCurrent: z.boolean(),
  /** "Chrome · Android"; empty if the client is unknown. */
  device: z.string(),
  /** Network address without its last part. */
  address: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  lastSeenAt: z.string(),
});
export type PlayerSession = z.infer<typeof playerSession>;
/** A browser in which the player is not asked for a code of the second factor (A11). */
export const trustedDevice = z.object({
  id: z.int(),
  isCurrent: z.boolean(),
  /** "Chrome · Android"; empty if the client is unknown. */
  device: z.string(),
  /** ISO 8601, UTC: the last sign-in. */
  lastSeenAt: z.string(),
  trustedUntil: z.string(),
});
export type TrustedDevice = z.infer<typeof trustedDevice>;
export const sessionsReply = z.object({
  sessions: z.array(playerSession),
  trustedDevices: z.array(trustedDevice),
});
export type SessionsReply = z.infer<typeof sessionsReply>;
export const endSessionParams = z.strictObject({ id: idInPath });
export const endSessionsReply = z.object({ ended: z.int() });
export const endTrustParams = z.strictObject({ id: idInPath });
export const endTrustReply = z.object({ ended: z.int() });

export const changeEmailBody = z.strictObject({ email, password: typedPassword });
export type ChangeEmailBody = z.infer<typeof changeEmailBody>;
export const changeEmailReply = z.object({ pendingEmail: z.nullable(z.string()) });

export const deleteAccountBody = z.strictObject({
  password: typedPassword,
  verification_code: z.optional(verificationCode),
});
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>;
export const deleteAccountReply = z.object({ deleted: z.literal(true) });
