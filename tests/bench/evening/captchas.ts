import { createHash, createHmac } from 'node:crypto';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { solveCaptcha } from '../../support/services/solveCaptcha.ts';
import { SITE_SECRET } from '../reads/builtSite.ts';

const LIFETIME_MS = 24 * 3600 * 1000;
/** As the site's own puzzles, but found at once. */
const COST = 5000;
const COUNTER = 1;

/** Makes a puzzle as the site does, with its secret, and solves it. @returns the token for a form */
export async function solvedCaptcha(action: string): Promise<string> {
  const key = createHash('sha256').update(SITE_SECRET).digest();
  const secretFor = (purpose: string) => createHmac('sha256', key).update(`captcha|${purpose}`).digest('hex');
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: COUNTER,
    deriveKey,
    data: { action, expiresAtMs: Date.now() + LIFETIME_MS },
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('solution'),
  });
  return solveCaptcha(challenge);
}
