import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type Hit, SEARCH_MAX_HITS } from '#/contract/operator/search.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { auditLook, countLook } from '../calls/auditedLook.ts';

/**
 * Finds the players with an address, on every server. It is a separate call, because it needs another permission and
 * addresses must not be logged. The search is audited for the players it found.
 * @throws AppError tooManyRequests
 */
export async function searchEmail(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  email: string,
): Promise<{ hits: Hit[] }> {
  await countLook(deps, operator);
  const found = await deps.db
    .select({ id: accounts.id, login: accounts.login, server: accounts.serverKey })
    .from(accounts)
    .where(eq(sql`lower(${accounts.email})`, email.toLowerCase()))
    .limit(SEARCH_MAX_HITS);
  const after = { players: found.map(({ id }) => id) };
  await auditLook(deps, request, operator, { event: 'emailSearched', after });
  return {
    hits: found.map(({ id, login, server }) => ({
      kind: 'player',
      id: String(id),
      words: `${login}@${server}`,
      player: null,
    })),
  };
}
