import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Solves a challenge of the site, as a browser does. @returns the token */
export async function solveCaptcha(challenge: object): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return captchaTokenOf({ challenge, solution });
}

/** Encodes a token as it is sent. */
export function captchaTokenOf(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}
