import i18next from 'i18next';
import type { CaptchaAction } from '#/contract/captcha.ts';
import { ApiError } from './api.ts';
import { errorText } from './errorText.ts';
import { pageConfig } from './pageConfig.ts';
import { notify } from './ui/notify.ts';

/** A token made ahead is used while it is fresh: every service's are good for two minutes at least. */
const FRESH_MS = 100_000;

interface Ahead {
  token: Promise<string | null>;
  sinceMs: number;
}

const ahead = new Map<CaptchaAction, Ahead>();

/** Begins to make a token while the player still types, so that the submit need not wait for it. */
export function prepareCaptcha(action: CaptchaAction): void {
  if (isFresh(ahead.get(action))) return;
  ahead.set(action, { token: makeToken(action), sinceMs: Date.now() });
}

/** A ref for a form: its token is made as soon as somebody goes into it. */
export function captchaAhead(action: CaptchaAction): (form: HTMLFormElement) => () => void {
  const prepare = () => prepareCaptcha(action);
  return (form) => {
    form.addEventListener('focusin', prepare);
    return () => form.removeEventListener('focusin', prepare);
  };
}

/** A token for one use, or null when there is none to be had. */
export async function captchaToken(action: CaptchaAction): Promise<string | null> {
  const made = ahead.get(action);
  ahead.delete(action);
  return (isFresh(made) && (await made.token)) || makeToken(action);
}

/**
 * Sends something that needs a captcha; without a token nothing is sent and a notice says so (S16).
 * @throws ApiError errorCaptcha when there is no token or it is refused, and whatever `send` throws
 */
export async function withCaptcha<T>(action: CaptchaAction, send: (token: string) => Promise<T>): Promise<T> {
  try {
    return await send((await captchaToken(action)) ?? failCaptcha());
  } catch (error) {
    if (error instanceof ApiError && error.code === 'errorCaptcha')
      notify({
        type: 'error',
        title: i18next.t('common:toast.error'),
        description: errorText('errorCaptcha'),
      });
    throw error;
  }
}

function failCaptcha(): never {
  throw new ApiError('errorCaptcha', 422);
}

function isFresh(made: Ahead | undefined): made is Ahead {
  return made !== undefined && Date.now() - made.sinceMs < FRESH_MS;
}

async function makeToken(action: CaptchaAction): Promise<string | null> {
  const { provider, siteKey } = pageConfig.captcha;
  try {
    if (provider === 'altcha') return await (await import('./altcha.ts')).altchaToken(action);
    const { recaptchaToken, turnstileToken } = await import('./captchaScripts.ts');
    return await (provider === 'recaptcha' ? recaptchaToken : turnstileToken)(siteKey, action);
  } catch (error) {
    console.warn('no captcha token', error);
    return null;
  }
}
