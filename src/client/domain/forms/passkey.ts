import type {
  AddPasskeyBody,
  NewPasskeyOptions,
  PasskeySignInBody,
  PasskeySignInOptions,
} from '#/contract/passkeys.ts';

// loaded with the first use, because most visits need no passkey
const library = () => import('@simplewebauthn/browser');

/** Whether the browser knows passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Whether the browser offers passkeys in the list of remembered names. */
export const offersPasskeys = async (): Promise<boolean> =>
  knowsPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** The player closed the browser's dialog, it ended by itself, or another request took its place. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

/** The device has a passkey of this account already. */
export class PasskeyPresent extends Error {
  override readonly name = 'PasskeyPresent';
}

/** Asks the browser to make a passkey. @throws PasskeyCancelled, PasskeyPresent, or whatever else the browser refuses */
export async function makePasskey(optionsJSON: NewPasskeyOptions): Promise<AddPasskeyBody> {
  const { startRegistration } = await library();
  const { id, response } = await startRegistration({ optionsJSON }).catch(rethrow);
  return { id, client_data: response.clientDataJSON, attestation: response.attestationObject };
}

/**
 * Asks the browser for the signature of a passkey.
 * @param isOffered whether it waits in the list of remembered names, instead of opening a dialog
 * @throws PasskeyCancelled, or whatever else the browser refuses
 */
export async function signWithPasskey(
  optionsJSON: PasskeySignInOptions,
  isOffered: boolean,
): Promise<Omit<PasskeySignInBody, 'captcha'>> {
  const { startAuthentication } = await library();
  const { id, response } = await startAuthentication({
    optionsJSON,
    useBrowserAutofill: isOffered,
  }).catch(rethrow);
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? '',
  };
}

/** Withdraws the request that waits in the list of remembered names. */
export async function withdrawOffer(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

function rethrow(error: unknown): never {
  const names = new Set<string>();
  for (let cause = error; cause instanceof Error; cause = cause.cause) names.add(cause.name);
  if (names.has('InvalidStateError')) throw new PasskeyPresent();
  if (names.has('NotAllowedError') || names.has('AbortError')) throw new PasskeyCancelled();
  throw error;
}
