import { and, desc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { playerPersonalReply } from '#/contract/operator/players.ts';
import { isLive } from '#/server/domain/accounts/liveSessions.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { accounts, sessions } from '#/server/platform/db/tables/accounts.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { actorOf } from '../calls/operatorRoute.ts';

/**
 * Shows the address of a player, and the networks and browsers they are signed in from. The look is written into the
 * audit log before anything is shown (O6).
 * @throws AppError notFound
 */
export async function showPlayerPersonal(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  accountId: number,
): Promise<z.output<typeof playerPersonalReply>> {
  const { db } = deps;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) fail('notFound');
  const act = { ...actorOf(request, operator), targetType: 'player', targetId: String(accountId) };
  await writeAudit(db, deps, { accountId: null, actor: 'operator', event: 'personalSeen', act });
  const live = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isLive(deps.now())))
    .orderBy(desc(sessions.id));
  return {
    email: account.email,
    signUpNetwork: account.signUpNetwork,
    sessions: live.map(({ id, address: network, userAgent }) => ({ id, network, userAgent })),
  };
}
