import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** What a captcha token is asked for; a token of one action is refused for another (S16). */
export const CAPTCHA_ACTIONS = ['signIn', 'signUp', 'resetPassword', 'cart', 'order'] as const;
export const captchaAction = z.enum(CAPTCHA_ACTIONS);
export type CaptchaAction = z.infer<typeof captchaAction>;

export const CAPTCHA_PROVIDERS = ['altcha', 'recaptcha', 'turnstile'] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

const errorCaptcha: ErrorCode = 'errorCaptcha';

/** The token of a captcha, single use; one that is missing, spent or of another action is errorCaptcha. */
export const captchaToken = z.optional(z.string(errorCaptcha).check(z.maxLength(8192, errorCaptcha)));

export const captchaChallengeQuery = z.strictObject({ action: captchaAction });
/** What ALTCHA's solver takes as it is. */
export const captchaChallengeReply = z.looseObject({});
