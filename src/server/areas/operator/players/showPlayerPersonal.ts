import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { playerPersonalReply } from '#/contract/operator/players.ts';
import { liveSessionsOf } from '#/server/domain/accounts/access/liveSessions.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { auditLook, countLook } from '../calls/auditedLook.ts';

/**
 * Shows the address of a player, and the networks and browsers of their sessions. The look is written into the audit
 * log before anything is shown (O6).
 * @throws AppError notFound, tooManyRequests
 */
export async function showPlayerPersonal(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  accountId: number,
): Promise<z.output<typeof playerPersonalReply>> {
  const { db } = deps;
  await countLook(deps, operator);
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) fail('notFound');
  const targetId = String(accountId);
  await auditLook(deps, request, operator, { event: 'personalSeen', targetType: 'player', targetId });
  const live = await liveSessionsOf(db, deps, accountId);
  return {
    email: account.email,
    signUpNetwork: account.signUpNetwork,
    sessions: live.map(({ id, address: network, userAgent }) => ({ id, network, userAgent })),
  };
}
