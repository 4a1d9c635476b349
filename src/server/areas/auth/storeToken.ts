import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseWhileReadOnly } from '#/server/platform/watch/diskGuard.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { endSession, storeSession } from '#/server/domain/accounts/access/session.ts';

/**
 * Exchanges the token of a sign-in for the cookies of a browser session; an empty token signs out (A5, L4).
 * @throws AppError sessionRequired if the token is unknown or ended; readOnly
 */
export async function storeToken(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<{ signedIn: boolean }> {
  if (token === '') {
    await endSession(deps, request, reply);
    return { signedIn: false };
  }
  refuseWhileReadOnly(deps);
  const isStored = await storeSession(deps, request, reply, token);
  return isStored ? { signedIn: true } : fail('sessionRequired');
}
