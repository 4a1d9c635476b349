import { and, eq, gt, type SQL } from 'drizzle-orm';
import { passkeyChallenges } from '#/server/platform/db/tables/passkeys.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';

/** Time to answer a challenge. The browser's own dialog ends earlier. */
export const CHALLENGE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;

/** Whoever asked for a challenge: nobody else can answer it. */
export type Asker =
  | { purpose: 'add'; sessionId: number }
  | { purpose: 'signIn'; /** A cookie of the browser. */ flow: string };

const ownerOf = (asker: Asker) =>
  asker.purpose === 'add' ? { sessionId: asker.sessionId } : { flowHash: sha256(asker.flow) };

/** Makes a challenge for a passkey. It works once, for `CHALLENGE_MS`, and only for its asker. @returns base64url */
export async function newChallenge(
  deps: Pick<Deps, 'db' | 'now' | 'randomBytes'>,
  asker: Asker,
): Promise<string> {
  const challenge = deps.randomBytes(CHALLENGE_BYTES).toString('base64url');
  await deps.db.insert(passkeyChallenges).values({
    challengeHash: sha256(challenge),
    purpose: asker.purpose,
    ...ownerOf(asker),
    expiresAt: new Date(deps.now().getTime() + CHALLENGE_MS),
  });
  return challenge;
}

/**
 * Deletes the challenge that a browser has answered. This comes before the check of the answer, so that only one of many
 * parallel answers is checked.
 * @param clientData base64url, as WebAuthn has it
 * @returns the challenge; undefined if it is unknown, used, expired or somebody else's
 */
export async function takeChallenge(
  deps: Pick<Deps, 'db' | 'now'>,
  asker: Asker,
  clientData: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  const byAsker: SQL =
    asker.purpose === 'add'
      ? eq(passkeyChallenges.sessionId, asker.sessionId)
      : eq(passkeyChallenges.flowHash, sha256(asker.flow));
  const whereValid = and(
    eq(passkeyChallenges.challengeHash, sha256(challenge)),
    eq(passkeyChallenges.purpose, asker.purpose),
    byAsker,
    gt(passkeyChallenges.expiresAt, deps.now()),
  );
  const taken = await deps.db
    .delete(passkeyChallenges)
    .where(whereValid)
    .returning({ expiresAt: passkeyChallenges.expiresAt });
  return taken.length === 1 ? challenge : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    const isObject = typeof data === 'object' && data !== null && 'challenge' in data;
    return isObject && typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}
