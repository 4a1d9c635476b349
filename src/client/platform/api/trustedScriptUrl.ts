import { SCRIPT_POLICY } from '#/contract/kernel/pageNames.ts';

declare global {
  interface Window {
    /** Trusted Types. Browsers without them accept plain strings. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => { createScriptURL: (url: string) => string };
    };
  }
}

const rules = {
  createScriptURL: (url: string) => {
    const { origin } = new URL(url, location.href);
    if (![location.origin, 'https://www.google.com', 'https://challenges.cloudflare.com'].includes(origin))
      throw new TypeError(`no script is taken from ${origin}`);
    return url;
  },
};
/** Created once, when a page first needs it: a browser refuses a second policy of the same name. */
let policy: typeof rules | undefined;

/**
 * Wraps the address of a script or worker as the content policy requires.
 * @throws TypeError unless it belongs to the site or to a captcha service
 */
export function trustedScriptUrl(url: string): string {
  policy ??= window.trustedTypes?.createPolicy(SCRIPT_POLICY, rules) ?? rules;
  return policy.createScriptURL(url);
}
