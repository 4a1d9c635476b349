import { createHmac, timingSafeEqual } from 'node:crypto';
import { ForgedWebhook } from '#/server/ports/payments.ts';

/** Greatest difference between the time in a signature and ours, in either direction. */
const TOLERANCE_SECONDS = 300;
const MAX_HEADER_CHARACTERS = 4096;

const hmac = (secret: string, ...parts: (string | Buffer)[]): Buffer => {
  const digest = createHmac('sha256', secret);
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** Compares signatures in constant time. */
function isSignedBy(given: readonly string[], expected: readonly Buffer[]): boolean {
  let isSigned = false;
  for (const hex of given) {
    const bytes = Buffer.from(hex, 'hex');
    for (const one of expected) if (timingSafeEqual(bytes, one)) isSigned = true;
  }
  return isSigned;
}

const HEX_SHA256 = /^[0-9a-f]{64}$/;

/** Signs as Stripe does: `t=<unix seconds>,v1=<hex>` over "<t>.<body>". */
export function signWithTime(raw: string | Buffer, secret: string, unixSeconds: number): string {
  return `t=${unixSeconds},v1=${hmac(secret, `${unixSeconds}.`, raw).toString('hex')}`;
}

/**
 * Checks a signature of `signWithTime`. While a secret is being replaced, there may be several v1 and several
 * secrets.
 * @throws ForgedWebhook if none matches, or the message is further from now than `TOLERANCE_SECONDS`
 */
export function verifyWithTime(raw: Buffer, header: unknown, secrets: readonly string[], now: Date): void {
  if (typeof header !== 'string' || header.length > MAX_HEADER_CHARACTERS)
    throw new ForgedWebhook('no signature');
  const pairs = header.split(',').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, Math.max(at, 0)), part.slice(at + 1)] as const;
  });
  const valuesOf = (name: string) => pairs.flatMap(([key, value]) => (key === name ? [value] : []));
  const [time, ...otherTimes] = valuesOf('t');
  if (time === undefined || otherTimes.length > 0 || !/^\d{1,12}$/.test(time))
    throw new ForgedWebhook('no time in the signature');
  const given = valuesOf('v1').filter((hex) => HEX_SHA256.test(hex));
  const expected = secrets.map((secret) => hmac(secret, `${time}.`, raw));
  if (!isSignedBy(given, expected)) throw new ForgedWebhook('the signature does not fit');
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS)
    throw new ForgedWebhook('signed too long ago, or in the future');
}

/** Signs as BTCPay Server does: `sha256=<hex>` over the body. */
export function signBody(raw: string | Buffer, secret: string): string {
  return `sha256=${hmac(secret, raw).toString('hex')}`;
}

/** Checks a signature of `signBody`. @throws ForgedWebhook if no secret matches */
export function verifyBody(raw: Buffer, header: unknown, secrets: readonly string[]): void {
  const hex =
    typeof header === 'string' && header.startsWith('sha256=') ? header.slice('sha256='.length) : '';
  if (!HEX_SHA256.test(hex)) throw new ForgedWebhook('no signature');
  const expected = secrets.map((secret) => hmac(secret, raw));
  if (!isSignedBy([hex], expected)) throw new ForgedWebhook('the signature does not fit');
}

/** Parses a signed body as JSON. @throws ForgedWebhook if it is not JSON */
export function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch (error) {
    throw new ForgedWebhook('no JSON', { cause: error });
  }
}
