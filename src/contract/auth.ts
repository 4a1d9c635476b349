import * as z from 'zod/mini';
import {
  EMAIL_MAX_LENGTH,
  LOGIN_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PROMO_CODE_MAX_LENGTH,
  TYPED_NAME_MAX_LENGTH,
  TYPED_PASSWORD_MAX_LENGTH,
} from './kernel/limits.ts';
import { captchaToken } from './kernel/captcha.ts';
import { serverKey } from './landing.ts';
import { code, text } from './kernel/text.ts';

const LOGIN_PATTERN = /^[A-Za-z0-9_.-]{3,40}$/;
const PROMO_CODE_PATTERN = /^[A-Z0-9]+$/;
// two patterns, because a single one would try every letter again, in quadratic time
const HAS_LETTER = /\p{L}/u;
const HAS_NO_SPACE = /^\S*$/u;

/** An address: lower case, ASCII (A4). */
export const email = text(EMAIL_MAX_LENGTH, 'emailRequired', 'emailInvalid').check(
  z.minLength(1, code('emailRequired')),
  z.regex(/^[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/, code('emailInvalid')),
);

export const login = text(LOGIN_MAX_LENGTH, 'loginRequired', 'loginInvalid').check(
  z.minLength(1, code('loginRequired')),
  z.regex(LOGIN_PATTERN, code('loginInvalid')),
);

/** A new password (A7), with a letter and without white space. */
export const newPassword = text(PASSWORD_MAX_LENGTH, 'passwordRequired', 'passwordLong').check(
  z.minLength(1, code('passwordRequired')),
  z.minLength(PASSWORD_MIN_LENGTH, code('passwordShort')),
  z.regex(HAS_LETTER, code('passwordFormat')),
  z.regex(HAS_NO_SPACE, code('passwordFormat')),
);

/** A promo code: Latin letters and digits, sent in upper case, at most 35 (A4). */
export const promoCode = text(PROMO_CODE_MAX_LENGTH, 'promoCodeFormat').check(
  z.regex(PROMO_CODE_PATTERN, code('promoCodeFormat')),
);

export const passwordConfirmation = text(
  PASSWORD_MAX_LENGTH,
  'passwordConfirmRequired',
  'passwordLong',
).check(z.minLength(1, code('passwordConfirmRequired')));

/** The password that a player types to prove their identity. Only its length is checked. */
export const typedPassword = text(TYPED_PASSWORD_MAX_LENGTH, 'passwordRequired', 'passwordLong').check(
  z.minLength(1, code('passwordRequired')),
);

/** The typed form of the sign-in: one field for login or e-mail (A2). */
export const signInForm = z.object({
  server: serverKey,
  // not trimmed before its length is checked
  loginOrEmail: text(TYPED_NAME_MAX_LENGTH, 'loginRequired', 'loginInvalid').check(
    z.trim(),
    z.minLength(1, code('loginRequired')),
    z.maxLength(EMAIL_MAX_LENGTH, code('loginInvalid')),
  ),
  password: typedPassword,
});
export type SignInForm = z.infer<typeof signInForm>;

/** The request of the sign-in: either the address, in lower case, or the login. */
export const signInBody = z
  .strictObject({
    server: serverKey,
    email: z.optional(
      text(TYPED_NAME_MAX_LENGTH, 'badRequest', 'emailInvalid').check(z.minLength(1, code('emailRequired'))),
    ),
    login: z.optional(
      text(TYPED_NAME_MAX_LENGTH, 'badRequest', 'loginInvalid').check(z.minLength(1, code('loginRequired'))),
    ),
    password: typedPassword,
    /** Six digits, or a recovery code (A3). */
    verification_code: z.optional(text(32)),
    /** Together with a right code: the browser is not asked for another one for 30 days (A11). */
    remember_device: z.optional(z.boolean()),
    captcha: captchaToken,
  })
  .check(
    z.refine((body) => (body.email === undefined) !== (body.login === undefined), {
      error: code('loginRequired'),
      path: ['login'],
    }),
  );
export type SignInBody = z.infer<typeof signInBody>;

/** A name that looks like an address is sent as `email` in lower case, otherwise as `login` (A2). */
export function signInBodyOf(form: SignInForm): SignInBody {
  const { server, loginOrEmail, password } = form;
  return loginOrEmail.includes('@')
    ? { server, email: loginOrEmail.toLowerCase(), password }
    : { server, login: loginOrEmail, password };
}

/** The request of the sign-up; the form has the same fields (A4). */
export const signUpBody = z
  .strictObject({
    server: serverKey,
    login,
    email,
    password: newPassword,
    password_confirmation: passwordConfirmation,
    promo_code: z.optional(promoCode),
    captcha: captchaToken,
  })
  .check(
    z.refine((form) => form.password === form.password_confirmation, {
      error: code('passwordsDiffer'),
      path: ['password_confirmation'],
    }),
  );
export type SignUpBody = z.infer<typeof signUpBody>;

/** The ticket in the answer of a sign-in. A browser exchanges it at `/auth-store-token` (A5). */
export const tokenReply = z.object({ token: z.string() });

/**
 * Recovery of the password, one call in three steps (A6): server and e-mail, then with the code, then with the new
 * password. A null code sends the mail again. A flow cookie connects the steps.
 */
export const resetPasswordBody = z
  .strictObject({
    server: serverKey,
    email,
    verification_code: z.optional(
      z.nullable(
        text(32, 'badRequest', 'invalidConfirmationCode').check(
          z.minLength(1, code('invalidConfirmationCode')),
        ),
      ),
    ),
    password: z.optional(newPassword),
    password_confirmation: z.optional(passwordConfirmation),
    /** Required where a mail is sent. */
    captcha: captchaToken,
  })
  .check(
    z.refine((body) => body.password === body.password_confirmation, {
      error: code('passwordsDiffer'),
      path: ['password_confirmation'],
    }),
    z.refine((body) => body.password === undefined || typeof body.verification_code === 'string', {
      error: code('invalidConfirmationCode'),
      path: ['verification_code'],
    }),
  );
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

export const resetPasswordReply = z.object({
  /** codeSentBefore: no mail was sent, because the last mailed code also works in this browser. */
  step: z.enum(['codeSent', 'codeSentBefore', 'codeAccepted', 'passwordChanged']),
  /** Seconds until another code may be requested. */
  resendSeconds: z.int(),
});
