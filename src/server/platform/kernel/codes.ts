import { createHmac } from 'node:crypto';
import type { Deps } from './deps.ts';

/** 32 letters and digits that cannot be mistaken for one another: 5 bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new code that people read and type. */
export function newCode({ randomBytes }: Pick<Deps, 'randomBytes'>, length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** A code as somebody typed it: in any case, with spaces or hyphens. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/**
 * What is stored of a code: with the site's secret, so that a stolen table cannot be searched.
 * @param owner whose it is: it is worth nothing to anybody else
 */
export function codeMac(secretKey: Buffer, purpose: string, owner: string, code: string): Buffer {
  const key = createHmac('sha256', secretKey).update(`code|${purpose}`).digest();
  return createHmac('sha256', key).update(`${owner}|${code}`).digest();
}
