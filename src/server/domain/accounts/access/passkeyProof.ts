import type { AddPasskeyBody, PasskeySignInBody } from '#/contract/passkeys.ts';
import type { Config } from '#/server/platform/config/config.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** COSE: EdDSA, ES256 and RS256, which all authenticators between them know. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

// loaded with the first passkey, because it has 1 MB of code for certificates
const library = () => import('@simplewebauthn/server');

/** The site as passkeys know it: that of PUBLIC_URL, never the host that a request names. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

export interface MadePasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  isSynced: boolean;
  /** The kind of authenticator; zeros if it does not say. */
  aaguid: string;
}

/** Checks a new passkey: challenge, origin, site, presence and verification of the user. @returns undefined if it is wrong */
export async function checkMade(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  { id, client_data, attestation }: AddPasskeyBody,
  expectedChallenge: string,
): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config);
  const response = {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { clientDataJSON: client_data, attestationObject: attestation },
  };
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== id) return undefined;
    const { credential, aaguid, credentialBackedUp: isSynced } = registrationInfo;
    const [credentialId, publicKey] = [Buffer.from(id, 'base64url'), Buffer.from(credential.publicKey)];
    return { credentialId, publicKey, counter: credential.counter, isSynced, aaguid };
  } catch (error) {
    // the library throws for whatever it refuses
    log.debug({ err: error }, 'a new passkey was refused');
    return undefined;
  }
}

/**
 * Checks a signature of a passkey: challenge, origin, site, presence and verification of the user. The caller compares
 * the counter, under the lock of the account.
 * @returns undefined if it is wrong
 */
export async function checkUsed(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  publicKey: Buffer,
  { id, client_data, authenticator_data, signature, user_handle }: PasskeySignInBody,
  expectedChallenge: string,
): Promise<{ counter: number; isSynced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config);
  const response = {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: client_data,
      authenticatorData: authenticator_data,
      signature,
      userHandle: user_handle,
    },
  };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // 0 accepts every counter: the caller tells a copied passkey from a wrong signature
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    if (!verified) return undefined;
    const { newCounter: counter, credentialBackedUp: isSynced } = authenticationInfo;
    return { counter, isSynced };
  } catch (error) {
    log.debug({ err: error }, 'a signature of a passkey was refused');
    return undefined;
  }
}
