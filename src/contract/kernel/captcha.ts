import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { text } from './text.ts';

/** Actions of captcha tokens. A token of one action is refused for another (S16). */
export const CAPTCHA_ACTIONS = ['signIn', 'signUp', 'resetPassword', 'cart', 'order'] as const;
export const captchaAction = z.enum(CAPTCHA_ACTIONS);
export type CaptchaAction = z.infer<typeof captchaAction>;

export const CAPTCHA_PROVIDERS = ['altcha', 'recaptcha', 'turnstile'] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

const errorCaptcha: ErrorCode = 'errorCaptcha';

/** A captcha token for single use. A missing, used or foreign one is errorCaptcha. */
export const captchaToken = z.optional(text(8192, errorCaptcha));

export const captchaChallengeQuery = z.strictObject({ action: captchaAction });
/** A challenge in the format of ALTCHA's solver. */
export const captchaChallengeReply = z.looseObject({});
