import { createHash, createHmac } from 'node:crypto';
import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { spentCaptchas } from '#/server/platform/db/tables/site/requests.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Captcha } from '#/server/ports/captcha.ts';

/** Rounds of PBKDF2 for one guess at the counter; about a millisecond. */
const COST = 5000;
/** Fewest and most guesses for each step of CAPTCHA_WORK. */
const GUESSES = { min: 50, max: 100 };
const LIFETIME_MS = 240_000;

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({ data: z.looseObject({ action: z.string(), expiresAtMs: z.number() }) }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * ALTCHA: a puzzle that costs the browser about a second of work and no personal data. Nothing is stored until a
 * solution comes back, so every server of the site can check the challenges of the others.
 * @param work difficulty of the puzzle, 1 to 100
 */
export function altcha(deps: Pick<Deps, 'db' | 'now' | 'secretKey'>, work: number): Captcha {
  const secretsOf = (key: Buffer) => {
    const secretFor = (purpose: string) =>
      createHmac('sha256', key).update(`captcha|${purpose}`).digest('hex');
    return {
      hmacSignatureSecret: secretFor('challenge'),
      hmacKeySignatureSecret: secretFor('solution'),
    };
  };
  const secrets = secretsOf(deps.secretKey.current);
  const isSolved = async (challenge: Challenge, solution: Solution, key: Buffer) =>
    (await verifySolution({ challenge, solution, deriveKey, ...secretsOf(key) })).verified;
  return {
    provider: 'altcha',
    siteKey: '',
    challenge: async (action) => ({
      ...(await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(GUESSES.max * work, GUESSES.min * work),
        deriveKey,
        // not the library's own expiry, which uses the clock of the machine
        data: { action, expiresAtMs: deps.now().getTime() + LIFETIME_MS },
        ...secrets,
      })),
    }),
    check: async (token, action) => {
      const sent = payloadOf(token);
      if (!sent) return false;
      const { data } = sent.challenge.parameters;
      if (data.action !== action || data.expiresAtMs <= deps.now().getTime()) return false;
      const challenge = sent.challenge as unknown as Challenge;
      const { readable } = deps.secretKey;
      const solved = await Promise.all(readable.map((key) => isSolved(challenge, sent.solution, key)));
      if (!solved.includes(true)) return false;
      // the id of the challenge, not of the token: one solution can be written in many ways
      const tokenHash = createHash('sha256').update(sent.challenge.signature).digest();
      const taken = await deps.db
        .insert(spentCaptchas)
        .values({ tokenHash, expiresAt: new Date(data.expiresAtMs) })
        .onConflictDoNothing()
        .returning({ tokenHash: spentCaptchas.tokenHash });
      return taken.length === 1;
    },
  };
}

function payloadOf(token: string): z.infer<typeof payload> | undefined {
  try {
    return z.safeParse(payload, JSON.parse(Buffer.from(token, 'base64').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
