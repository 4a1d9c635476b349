import type { CaptchaAction } from '#/contract/kernel/captcha.ts';
import styles from './captchaScripts.module.css';
import { trustedScriptUrl } from '#/client/platform/api/trustedScriptUrl.ts';

interface Recaptcha {
  ready: (whenReady: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

interface Turnstile {
  render: (
    container: HTMLElement,
    options: {
      sitekey: string;
      action: string;
      /** Visible only if the service has a question for the visitor. */
      appearance: 'interaction-only';
      callback: (token: string) => void;
      'error-callback': (code: string) => boolean;
      'timeout-callback': () => void;
      'unsupported-callback': () => void;
    },
  ) => string;
  remove: (widgetId: string) => void;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
    turnstile?: Turnstile;
  }
}

const LOAD_TIMEOUT_MS = 15_000;
const loading = new Map<string, Promise<void>>();

/** Returns a token of reCAPTCHA v3. @throws Error if Google's script cannot be loaded */
export async function recaptchaToken(siteKey: string, action: CaptchaAction): Promise<string> {
  await loadOnce(`https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`);
  const service = window.grecaptcha;
  if (!service) throw new Error('reCAPTCHA did not start');
  await new Promise<void>((resolve) => service.ready(resolve));
  return service.execute(siteKey, { action });
}

/**
 * Returns a token of Turnstile, after a question if it has one.
 * @throws Error if Cloudflare's script cannot be loaded
 */
export async function turnstileToken(siteKey: string, action: CaptchaAction): Promise<string> {
  await loadOnce('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit');
  const service = window.turnstile;
  if (!service) throw new Error('Turnstile did not start');
  const container = document.createElement('div');
  container.className = styles.widget ?? '';
  document.body.append(container);
  let widgetId: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`Turnstile: ${reason}`));
      widgetId = service.render(container, {
        sitekey: siteKey,
        action,
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': (code) => {
          fail(code);
          return true;
        },
        'timeout-callback': () => fail('not answered in time'),
        'unsupported-callback': () => fail('not supported by this browser'),
      });
    });
  } finally {
    if (widgetId !== undefined) service.remove(widgetId);
    container.remove();
  }
}

function loadOnce(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const giveUp = () => {
      // forgets the failed load, so that the next attempt loads the script again
      loading.delete(url);
      script.remove();
      reject(new Error(`${url} does not load`));
    };
    const timer = setTimeout(giveUp, LOAD_TIMEOUT_MS);
    script.addEventListener('error', giveUp);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.async = true;
    script.src = trustedScriptUrl(url);
    document.head.append(script);
  });
  loading.set(url, loaded);
  return loaded;
}
