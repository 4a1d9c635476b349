declare global {
  interface Window {
    /** Trusted Types; browsers without them take the text as it is. */
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
const policy = window.trustedTypes?.createPolicy('scripts', rules) ?? rules;

/**
 * The address of a script or worker in the form that the content security policy asks for.
 * @throws TypeError when it is neither the site's own nor that of a captcha service
 */
export function trustedScriptUrl(url: string): string {
  return policy.createScriptURL(url);
}
