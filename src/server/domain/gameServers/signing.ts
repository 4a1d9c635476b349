import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { answerText, requestText } from '#/contract/game.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest();

/** Secret for unknown keys, so that refusing them takes as long as refusing a wrong signature. */
export const NO_SECRET = 'there is no such key';

/**
 * Signature of a request in hex.
 * @param secret the key's secret text
 */
export const signRequest = (secret: string, path: string, body: Buffer | string): string =>
  hmac(secret, requestText(path, sha256(body))).toString('hex');

/** Signature of an answer in hex. It covers the request, so that no answer fits another request. */
export const signAnswer = (secret: string, instance: string, seq: number, body: string): string =>
  hmac(secret, answerText(instance, seq, sha256(body))).toString('hex');

/** Compares a signature in constant time (D8). */
export function isSignedBy(secret: string, path: string, body: Buffer, signature: string): boolean {
  const wanted = Buffer.from(signRequest(secret, path, body), 'hex');
  const given = Buffer.from(/^[0-9a-f]{64}$/.test(signature) ? signature : '', 'hex');
  return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted);
}
