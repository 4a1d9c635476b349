import type { Config } from '#/server/platform/config/config.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { altcha } from './altcha.ts';
import type { Captcha } from '#/server/ports/captcha.ts';
import { recaptcha } from './recaptcha.ts';
import { turnstile } from './turnstile.ts';

/** Creates the captcha of the settings (CAPTCHA). */
export function captchaOf(config: Config, deps: Pick<Deps, 'db' | 'now' | 'secretKey'>): Captcha {
  const keys = {
    siteKey: config.captchaSiteKey,
    secret: config.captchaSecret,
    hostname: new URL(config.publicUrl).hostname,
  };
  if (config.captcha === 'altcha') return altcha(deps, config.captchaWork);
  return config.captcha === 'recaptcha' ? recaptcha(keys) : turnstile(keys);
}
