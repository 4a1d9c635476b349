import { timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const ISSUER = 'ONE RP';
/** 160 bits, as RFC 4226 advises. */
const SECRET_BYTES = 20;
const STEP_MS = 30_000;

/** Creates a secret in base32, as authenticators expect it. */
export function newTotpSecret({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** The address in the QR code for authenticators. */
export function totpAddress(secret: string, label: string): string {
  return new TOTP({ issuer: ISSUER, label, secret }).toString();
}

/**
 * Returns the 30-second step of a code: the current one or the one before, because people type slowly and clocks
 * differ.
 * @returns null if the code matches neither
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const current = Math.floor(now.getTime() / STEP_MS);
  const isCodeOf = (counter: number) =>
    timingSafeEqual(
      Buffer.from(HOTP.generate({ secret: Secret.fromBase32(secret), counter })),
      Buffer.from(code),
    );
  return [current, current - 1].find(isCodeOf) ?? null;
}
