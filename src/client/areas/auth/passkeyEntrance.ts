import i18next from 'i18next';
import { passkeyCalls } from '#/contract/calls/passkeys.ts';
import type { PasskeySignInOptions } from '#/contract/passkeys.ts';
import { withCaptcha } from '#/client/domain/forms/captcha.ts';
import {
  offersPasskeys,
  PasskeyCancelled,
  signWithPasskey,
  withdrawOffer,
} from '#/client/domain/forms/passkey.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { formFailureOf } from '#/client/platform/forms/formFailure.ts';
import { enter } from './entrance.ts';

/** An offer is renewed before its challenge ends, which is after five minutes. */
const RENEW_MS = 4 * 60_000;

let lastOptions: Promise<unknown> = Promise.resolve();

/** Asks for a challenge once the previous answer has come. Its cookie then ties both challenges to this browser. */
function askOptions(): Promise<PasskeySignInOptions> {
  const options = lastOptions.then(() => call(passkeyCalls.passkeySignInOptions, {}));
  lastOptions = options.catch(() => {});
  return options;
}

const sign = async (isOffered: boolean) => signWithPasskey(await askOptions(), isOffered);
const send = (proof: Awaited<ReturnType<typeof sign>>) =>
  enter(
    withCaptcha('signIn', (captcha) => call(passkeyCalls.passkeySignIn, { body: { ...proof, captcha } })),
  );

/** Asks for a passkey and signs in; then the page is gone. @throws ApiError, PasskeyCancelled, or what the browser refuses */
export const signInByPasskey = async (isOffered: boolean): Promise<never> => send(await sign(isOffered));

/** The sentences after a failed sign-in with a passkey. */
export function passkeyFailure(error: unknown): string[] {
  if (error instanceof PasskeyCancelled) return [i18next.t('auth:passkey.cancelled')];
  // what the browser refuses is no failure of the site
  if (!(error instanceof ApiError)) return [i18next.t('auth:passkey.failed')];
  return formFailureOf(error).sentences;
}

/**
 * Offers the player's passkeys in the browser's list at the field of the name. Nothing happens in browsers that have no
 * such list, and a failure is told only once the player has chosen one.
 * @returns a function that withdraws the offer
 */
export function offerPasskeys(onFailure: (error: unknown) => void): () => void {
  let isOver = false;
  async function offer() {
    const proof = await sign(true).catch(() => undefined);
    if (proof && !isOver) await send(proof).catch(onFailure);
  }
  let timer: ReturnType<typeof setInterval> | undefined;
  const begin = async () => {
    if (!(await offersPasskeys()) || isOver) return;
    void offer();
    timer = setInterval(() => void offer(), RENEW_MS);
  };
  void begin();
  return () => {
    isOver = true;
    clearInterval(timer);
    if (timer) void withdrawOffer();
  };
}
