import type { CaptchaAction, CaptchaProvider } from '#/contract/captcha.ts';

/** Who tells people from robots. */
export interface Captcha {
  provider: CaptchaProvider;
  /** Public key for the page; '' where none is needed. */
  siteKey: string;
  /** A new challenge for ALTCHA's solver; other services make theirs themselves. */
  challenge?: (action: CaptchaAction) => Promise<Record<string, unknown>>;
  /**
   * Whether a token is good for the action; it may be used once.
   * @throws when the service cannot be asked: the caller answers `busy`, nobody gets in unseen
   */
  check: (token: string, action: CaptchaAction, address: string) => Promise<boolean>;
}
