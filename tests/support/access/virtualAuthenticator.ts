import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AddPasskeyBody,
  NewPasskeyOptions,
  PasskeySignInBody,
  PasskeySignInOptions,
} from '#/contract/passkeys.ts';

/** An authenticator with one passkey (ES256, attestation "none"). Nothing is stored outside of it. */
export interface Authenticator {
  credentialId: Buffer;
  privateKey: KeyObject;
  /** COSE. */
  publicKey: Buffer;
  /** The name of the account, as the site gave it. */
  userHandle: string;
  /** Signatures so far; 0 for a passkey that a provider keeps. */
  counter: number;
  aaguid: Buffer;
}

/** What an answer says; each default is right. */
export interface Claims {
  origin: string;
  rpId: string;
  challenge: string;
  type: string;
  /** Whether the authenticator has seen and verified its user. */
  isPresent: boolean;
  isVerified: boolean;
  isSynced: boolean;
  counter: number;
}

const FLAGS = { present: 0x01, verified: 0x04, mayBeSynced: 0x08, synced: 0x10, hasKey: 0x40 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

/** The part of CBOR that passkeys need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

export function createAuthenticator(aaguid = '00000000-0000-0000-0000-000000000000'): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  return {
    credentialId: randomBytes(32),
    privateKey,
    publicKey: cbor(key),
    userHandle: '',
    counter: 0,
    aaguid: Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
  };
}

function clientDataOf({ type, challenge, origin }: Claims): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authDataOf(claims: Claims, key = Buffer.alloc(0)): Buffer {
  const { rpId, isPresent, isVerified, isSynced, counter } = claims;
  const flags =
    (isPresent ? FLAGS.present : 0) |
    (isVerified ? FLAGS.verified : 0) |
    (isSynced ? FLAGS.mayBeSynced | FLAGS.synced : 0) |
    (key.length > 0 ? FLAGS.hasKey : 0);
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags, 0);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest, key]);
}

const RIGHT = { isPresent: true, isVerified: true, isSynced: false };

/** Makes the passkey that a site asks for. @param origin of the page that asks */
export function makePasskey(
  authenticator: Authenticator,
  { challenge, rp, user }: NewPasskeyOptions,
  origin: string,
  changes: Partial<Claims> = {},
): AddPasskeyBody {
  authenticator.userHandle = user.id;
  const { credentialId, publicKey, aaguid, counter } = authenticator;
  const claims = { ...RIGHT, type: 'webauthn.create', challenge, origin, rpId: rp.id, counter, ...changes };
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  const authData = authDataOf(claims, Buffer.concat([aaguid, length, credentialId, publicKey]));
  const object = new Map<string, Cbor>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return {
    id: credentialId.toString('base64url'),
    client_data: clientDataOf(claims).toString('base64url'),
    attestation: cbor(object).toString('base64url'),
  };
}

/** Signs a challenge. @param origin of the page that asks */
export function signChallenge(
  authenticator: Authenticator,
  { challenge, rpId }: PasskeySignInOptions,
  origin: string,
  changes: Partial<Claims> = {},
): Omit<PasskeySignInBody, 'captcha'> {
  const { credentialId, privateKey, userHandle, counter } = authenticator;
  const claims = { ...RIGHT, type: 'webauthn.get', challenge, origin, rpId, counter, ...changes };
  const clientData = clientDataOf(claims);
  const authData = authDataOf(claims);
  return {
    id: credentialId.toString('base64url'),
    client_data: clientData.toString('base64url'),
    authenticator_data: authData.toString('base64url'),
    signature: sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey).toString(
      'base64url',
    ),
    user_handle: userHandle,
  };
}
