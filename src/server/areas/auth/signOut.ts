import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { endSession } from '../session.ts';

/** Ends the session on the server and in the browser; there need not be one (L4, E1). */
export async function signOut(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ signedOut: true }> {
  await endSession(deps, request, reply);
  return { signedOut: true };
}
