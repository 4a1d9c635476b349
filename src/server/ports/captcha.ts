import type { CaptchaAction, CaptchaProvider } from '#/contract/kernel/captcha.ts';

/** A service that distinguishes people from robots. */
export interface Captcha {
  provider: CaptchaProvider;
  /** Public key for the page; '' if the service needs none. */
  siteKey: string;
  /** Creates a challenge for ALTCHA's solver; absent for services that create their own. */
  challenge?: (action: CaptchaAction) => Promise<Record<string, unknown>>;
  /**
   * Whether a token is valid for the action; each token works once.
   * @throws if the service does not answer; the caller then answers `busy`, so that no request passes unchecked
   */
  check: (token: string, action: CaptchaAction, address: string) => Promise<boolean>;
}
