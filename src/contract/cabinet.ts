import * as z from 'zod/mini';
import { email, newPassword, passwordConfirmation, typedPassword } from './auth.ts';
import { idInPath } from './cases.ts';
import type { ErrorCode } from './errors.ts';

const code = (value: ErrorCode): ErrorCode => value;

/** The signed-in player as SEED.md names the fields. */
export const user = z.object({
  login: z.string(),
  email: z.string(),
  /** Key of the server the account lives on. */
  server: z.string(),
  serverName: z.string(),
  /** Balance in OC. */
  premiumCoins: z.int(),
  status: z.string(),
  isMediaPartner: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  userPromoCode: z.string(),
  /** The inviter's code, null until one is saved. */
  registrationPromoCode: z.nullable(z.string()),
  isVerified: z.boolean(),
  isTwoFaEnabled: z.boolean(),
  /** The address an e-mail change waits for, null while none is under way. */
  pendingEmail: z.nullable(z.string()),
  /** Seconds until the verification mail may be sent again, 0 when it may (C2). */
  resendSeconds: z.int(),
  /** ISO 8601: when an unconfirmed account is deleted; null once it is confirmed or has paid (C2). */
  deletedAfter: z.nullable(z.string()),
});

export const userReply = z.object({ user, couponCount: z.int(), caseCount: z.int() });
export type UserReply = z.infer<typeof userReply>;

/** What a player types to prove a second factor: six digits, or a recovery code. */
const verificationCode = z
  .string(code('invalidCode'))
  .check(z.minLength(6, code('invalidCode')), z.maxLength(32, code('invalidCode')));

/** Asked for again where the sign-in lies more than ten minutes back. */
const freshPassword = z.optional(typedPassword);

export const changePasswordBody = z
  .strictObject({
    old_password: z
      .string(code('oldPasswordRequired'))
      .check(z.minLength(1, code('oldPasswordRequired')), z.maxLength(1024, code('passwordLong'))),
    password: newPassword,
    password_confirmation: passwordConfirmation,
  })
  .check(
    z.refine((form) => form.password === form.password_confirmation, {
      error: code('passwordsDiffer'),
      path: ['password_confirmation'],
    }),
  );
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;
export const changePasswordReply = z.object({ passwordChanged: z.literal(true) });

export const resendVerifyReply = z.object({ resendSeconds: z.int() });

/** `QRImage` is the SVG markup of the otpauth address; it is shown through an `img`. */
export const twoFaSecretReply = z.object({ secret: z.string(), QRImage: z.string() });

export const twoFaVerifyBody = z.strictObject({
  verification_code: verificationCode,
  /** Must equal the secret that waits; it is never taken from here. */
  google_secret: z.string().check(z.maxLength(128)),
  password: freshPassword,
});
export type TwoFaVerifyBody = z.infer<typeof twoFaVerifyBody>;
/** Ten codes that work once each in place of a code; they are never shown again. */
export const recoveryCodesReply = z.object({ recoveryCodes: z.array(z.string()) });

export const twoFaDestroyBody = z.strictObject({
  verification_code: verificationCode,
  password: freshPassword,
});
export type TwoFaDestroyBody = z.infer<typeof twoFaDestroyBody>;
export const twoFaDestroyReply = z.object({ isTwoFaEnabled: z.literal(false) });

/** A place where the player is signed in. */
export const playerSession = z.object({
  id: z.int(),
  isCurrent: z.boolean(),
  /** "Chrome · Android"; empty for a client that says nothing of itself. */
  device: z.string(),
  /** Network address, its last part left out. */
  address: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  lastSeenAt: z.string(),
});
export type PlayerSession = z.infer<typeof playerSession>;
export const sessionsReply = z.object({ sessions: z.array(playerSession) });
export const endSessionParams = z.strictObject({ id: idInPath });
export const endSessionsReply = z.object({ ended: z.int() });

export const changeEmailBody = z.strictObject({ email, password: typedPassword });
export type ChangeEmailBody = z.infer<typeof changeEmailBody>;
export const changeEmailReply = z.object({ pendingEmail: z.nullable(z.string()) });

export const deleteAccountBody = z.strictObject({
  password: typedPassword,
  verification_code: z.optional(verificationCode),
});
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>;
export const deleteAccountReply = z.object({ deleted: z.literal(true) });
