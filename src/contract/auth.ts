import * as z from 'zod/mini';
import {
  EMAIL_MAX_LENGTH,
  LOGIN_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PROMO_CODE_MAX_LENGTH,
} from './limits.ts';
import { captchaToken } from './captcha.ts';
import type { ErrorCode } from './errors.ts';

const code = (value: ErrorCode): ErrorCode => value;

const LOGIN_PATTERN = /^[A-Za-z0-9_.-]{3,40}$/;
const PROMO_CODE_PATTERN = /^[A-Z0-9]+$/;

export const serverKey = z
  .string(code('serverRequired'))
  .check(z.regex(/^[a-z0-9_-]{1,32}$/, code('serverRequired')));

/** An address in lower case, ASCII, at most 55 characters (A4). */
export const email = z
  .string(code('emailRequired'))
  .check(
    z.minLength(1, code('emailRequired')),
    z.maxLength(EMAIL_MAX_LENGTH, code('emailInvalid')),
    z.regex(/^[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/, code('emailInvalid')),
  );

export const login = z
  .string(code('loginRequired'))
  .check(
    z.minLength(1, code('loginRequired')),
    z.maxLength(LOGIN_MAX_LENGTH, code('loginInvalid')),
    z.regex(LOGIN_PATTERN, code('loginInvalid')),
  );

/** A password someone chooses (A7): 8 to 128 characters, a letter, no white space. */
export const newPassword = z
  .string(code('passwordRequired'))
  .check(
    z.minLength(1, code('passwordRequired')),
    z.minLength(PASSWORD_MIN_LENGTH, code('passwordShort')),
    z.maxLength(PASSWORD_MAX_LENGTH, code('passwordLong')),
    z.regex(/^\S*\p{L}\S*$/u, code('passwordFormat')),
  );

/** A promo code: Latin letters and digits, sent in upper case, at most 35 (A4). */
export const promoCode = z
  .string(code('promoCodeFormat'))
  .check(
    z.maxLength(PROMO_CODE_MAX_LENGTH, code('promoCodeFormat')),
    z.regex(PROMO_CODE_PATTERN, code('promoCodeFormat')),
  );

export const passwordConfirmation = z
  .string(code('passwordConfirmRequired'))
  .check(
    z.minLength(1, code('passwordConfirmRequired')),
    z.maxLength(PASSWORD_MAX_LENGTH, code('passwordLong')),
  );

/** A password somebody claims to have: only its length is looked at. */
export const typedPassword = z
  .string(code('passwordRequired'))
  .check(z.minLength(1, code('passwordRequired')), z.maxLength(1024, code('passwordLong')));

/** What the player types to sign in: one field for login or e-mail (A2). */
export const signInForm = z.object({
  server: serverKey,
  loginOrEmail: z
    .string(code('loginRequired'))
    .check(
      z.trim(),
      z.minLength(1, code('loginRequired')),
      z.maxLength(EMAIL_MAX_LENGTH, code('loginInvalid')),
    ),
  password: typedPassword,
});
export type SignInForm = z.infer<typeof signInForm>;

/** What is sent to sign in: either the address, in lower case, or the login. */
export const signInBody = z
  .strictObject({
    server: serverKey,
    email: z.optional(
      z.string().check(z.minLength(1, code('emailRequired')), z.maxLength(254, code('emailInvalid'))),
    ),
    login: z.optional(
      z.string().check(z.minLength(1, code('loginRequired')), z.maxLength(254, code('loginInvalid'))),
    ),
    password: typedPassword,
    /** Six digits, or a recovery code (A3). */
    verification_code: z.optional(z.string().check(z.maxLength(32))),
    captcha: captchaToken,
  })
  .check(
    z.refine((body) => (body.email === undefined) !== (body.login === undefined), {
      error: code('loginRequired'),
      path: ['login'],
    }),
  );
export type SignInBody = z.infer<typeof signInBody>;

/** SEED.md's rule: what looks like an address is sent as `email` in lower case, else as `login` (A2). */
export function signInBodyOf(form: SignInForm): SignInBody {
  const { server, loginOrEmail, password } = form;
  return loginOrEmail.includes('@')
    ? { server, email: loginOrEmail.toLowerCase(), password }
    : { server, login: loginOrEmail, password };
}

/** What is sent to sign up; the form holds the same fields (A4). */
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

/** The ticket a sign-in answers with; a browser exchanges it at `/auth-store-token` (A5). */
export const tokenReply = z.object({ token: z.string() });

/** An empty token signs out. */
export const storeTokenBody = z.strictObject({ token: z.string().check(z.maxLength(256)) });
export const storeTokenReply = z.object({ signedIn: z.boolean() });

export const logoutReply = z.object({ signedOut: z.literal(true) });

/**
 * Recovery of the password, one call in three steps (A6): server and e-mail, then with the code, then with the new
 * password. A null code sends the mail again. A flow cookie ties the steps together.
 */
export const resetPasswordBody = z
  .strictObject({
    server: serverKey,
    email,
    verification_code: z.optional(
      z.nullable(
        z
          .string()
          .check(
            z.minLength(1, code('invalidConfirmationCode')),
            z.maxLength(32, code('invalidConfirmationCode')),
          ),
      ),
    ),
    password: z.optional(newPassword),
    password_confirmation: z.optional(passwordConfirmation),
    /** Asked for where a mail is sent. */
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
  step: z.enum(['codeSent', 'codeAccepted', 'passwordChanged']),
  /** Seconds until another code may be asked for. */
  resendSeconds: z.int(),
});

/** The token of a mailed link (RT1). */
export const verifyEmailBody = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(256)) });
export const verifyEmailReply = z.object({
  /** email: the account's address is confirmed; changeStarted: the other address is still to confirm; changeDone: the new address is in force. */
  verified: z.enum(['email', 'changeStarted', 'changeDone']),
});
