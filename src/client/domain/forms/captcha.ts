import i18next from 'i18next';
import type { CaptchaAction } from '#/contract/kernel/captcha.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { errorText } from '#/client/platform/i18n/errorText.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { notify } from '#/client/ui/feedback/notify.ts';

/** How long a token made in advance may be used. The tokens of every service are valid for two minutes at least. */
const FRESH_MS = 100_000;

interface Ahead {
  token: Promise<string | ApiError>;
  sinceMs: number;
}

const ahead = new Map<CaptchaAction, Ahead>();

/** Starts to create a token while the player still types, so that the submit does not wait for it. */
export function prepareCaptcha(action: CaptchaAction): void {
  if (isFresh(ahead.get(action))) return;
  ahead.set(action, { token: makeToken(action), sinceMs: Date.now() });
}

/** A ref for a form: a token is created as soon as the form gets the focus. */
export function captchaAhead(action: CaptchaAction): (form: HTMLFormElement) => () => void {
  const prepare = () => prepareCaptcha(action);
  return (form) => {
    form.addEventListener('focusin', prepare);
    return () => form.removeEventListener('focusin', prepare);
  };
}

/**
 * Returns a token for one use.
 * @throws ApiError errorCaptcha if no token can be created; or the failure of the network or the server
 */
async function captchaToken(action: CaptchaAction): Promise<string> {
  const made = ahead.get(action);
  ahead.delete(action);
  const early = isFresh(made) && (await made.token);
  const token = typeof early === 'string' ? early : await makeToken(action);
  if (typeof token === 'string') return token;
  // the form reports the failed connection; the notice reports that nothing was sent (S16)
  if (token.status === 0) noticeCaptcha();
  throw token;
}

/**
 * Sends a request that needs a captcha. Without a token nothing is sent, and a notice says so (S16).
 * @throws ApiError errorCaptcha if there is no token or it is refused, and every error of `send`
 */
export async function withCaptcha<T>(action: CaptchaAction, send: (token: string) => Promise<T>): Promise<T> {
  try {
    return await send(await captchaToken(action));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'errorCaptcha') noticeCaptcha();
    throw error;
  }
}

function noticeCaptcha(): void {
  notify({ type: 'error', title: i18next.t('common:toast.error'), description: errorText('errorCaptcha') });
}

function isFresh(made: Ahead | undefined): made is Ahead {
  return made !== undefined && Date.now() - made.sinceMs < FRESH_MS;
}

/** Whether an error comes from the network, a limit or the server, and not from the captcha. */
const isFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Returns failures instead of throwing them, because a token made in advance may have no caller that waits for it.
 */
async function makeToken(action: CaptchaAction): Promise<string | ApiError> {
  const { provider, siteKey } = pageConfig.captcha;
  try {
    if (provider === 'altcha') return await altchaToken(action);
    const { recaptchaToken, turnstileToken } = await import('./captchaScripts.ts');
    return await (provider === 'recaptcha' ? recaptchaToken : turnstileToken)(siteKey, action);
  } catch (error) {
    console.warn('no captcha token', error);
    return isFailure(error) ? error : new ApiError('errorCaptcha', 422);
  }
}

async function altchaToken(action: CaptchaAction): Promise<string> {
  const token = await (await import('./altcha.ts')).altchaToken(action);
  if (token === null) throw new ApiError('errorCaptcha', 422);
  return token;
}
