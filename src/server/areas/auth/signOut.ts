import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { endSession } from '#/server/domain/accounts/access/session.ts';

/** Ends the session on the server and in the browser. Works without a session too (L4, E1). */
export async function signOut(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ signedOut: true }> {
  await endSession(deps, request, reply);
  return { signedOut: true };
}
