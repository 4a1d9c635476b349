import { createHmac } from 'node:crypto';
import type { Deps } from './deps.ts';

/** 32 letters and digits that do not look alike, 5 bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Crockford's 32: readers take I and L for 1, and O for 0. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a code that people read and type. */
export function newCode(
  { randomBytes }: Pick<Deps, 'randomBytes'>,
  length: number,
  alphabet = ALPHABET,
): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Normalises a typed code: any case, with spaces or hyphens. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/**
 * Hash of a code for storage, keyed with the site's secret, so that a stolen table cannot be searched.
 * @param owner the code is valid for this owner only
 */
export function codeMac(secretKey: Buffer, purpose: string, owner: string, code: string): Buffer {
  const key = createHmac('sha256', secretKey).update(`code|${purpose}`).digest();
  return createHmac('sha256', key).update(`${owner}|${code}`).digest();
}
