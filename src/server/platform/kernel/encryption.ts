import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { SecretKey } from '#/server/platform/config/secretKey.ts';

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Hash of a random secret for storage, so that a stolen table opens nothing. */
export const sha256 = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Derived keys by secret key and purpose, because most calls need the same few keys. */
const derivedKeys = new WeakMap<Buffer, Map<string, Buffer>>();

function keyFor(secretKey: Buffer, purpose: string): Buffer {
  const known = derivedKeys.get(secretKey) ?? new Map<string, Buffer>();
  derivedKeys.set(secretKey, known);
  const key = known.get(purpose) ?? createHmac('sha256', secretKey).update(`encryption|${purpose}`).digest();
  known.set(purpose, key);
  return key;
}

/**
 * Encrypts a text with the current secret for storage: version, IV, tag and AES-256-GCM ciphertext in one buffer.
 * @param purpose must be the same for decryption
 * @param owner id of the owner; the text cannot be decrypted for another one, so moving it to another row does not help
 */
export function encrypt({ current }: SecretKey, purpose: string, owner: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(current, purpose), iv).setAAD(Buffer.from(owner));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), data]);
}

/**
 * Decrypts with the current secret, else with the next readable one.
 * @throws if no secret fits, purpose or owner differ, or a bit was changed
 */
export function decrypt({ readable }: SecretKey, purpose: string, owner: string, stored: Buffer): string {
  const last = readable.length - 1;
  // with one secret, which is the rule, nothing is tried and caught
  for (let at = 0; at < last; at++)
    try {
      return decryptWith(readable[at]!, purpose, owner, stored);
    } catch {
      // sealed with another one
    }
  return decryptWith(readable[last]!, purpose, owner, stored);
}

function decryptWith(secretKey: Buffer, purpose: string, owner: string, stored: Buffer): string {
  if (stored[0] !== VERSION) throw new Error(`unknown encryption version ${stored[0]}`);
  const iv = stored.subarray(1, 1 + IV_BYTES);
  const tag = stored.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, purpose), iv, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
  const data = stored.subarray(1 + IV_BYTES + TAG_BYTES);
  return decipher.update(data, undefined, 'utf8') + decipher.final('utf8');
}
