import { randomUUID } from 'node:crypto';
import type { Captcha } from '#/server/ports/captcha.ts';
import { type ServiceKeys, siteverify } from './siteverify.ts';

/** Cloudflare Turnstile. A token is valid for five minutes and can be checked once. */
export function turnstile({
  siteKey,
  secret,
  hostname,
  endpoint = 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  timeoutMs,
}: ServiceKeys): Captcha {
  return {
    provider: 'turnstile',
    siteKey,
    check: async (token, action, address) => {
      // the key lets Cloudflare repeat a lost answer; otherwise a token that was checked before is refused
      const idempotencyKey = randomUUID();
      const ask = () =>
        siteverify(
          endpoint,
          {
            secret,
            response: token,
            remoteip: address,
            idempotency_key: idempotencyKey,
          },
          timeoutMs,
        );
      const reply = await ask().catch(ask);
      return reply.success && reply.action === action && reply.hostname === hostname;
    },
  };
}
