import type { Captcha } from '#/server/ports/captcha.ts';
import { type ServiceKeys, siteverify } from './siteverify.ts';

/** Google's recommended threshold to start with; a lower score is probably a robot. */
const MIN_SCORE = 0.5;

/** Google reCAPTCHA v3: a score for each action. A token is valid for two minutes and can be checked once. */
export function recaptcha({
  siteKey,
  secret,
  hostname,
  endpoint = 'https://www.google.com/recaptcha/api/siteverify',
  timeoutMs,
}: ServiceKeys): Captcha {
  return {
    provider: 'recaptcha',
    siteKey,
    check: async (token, action, address) => {
      const reply = await siteverify(endpoint, { secret, response: token, remoteip: address }, timeoutMs);
      return (
        reply.success &&
        reply.action === action &&
        reply.hostname === hostname &&
        (reply.score ?? 0) >= MIN_SCORE
      );
    },
  };
}
