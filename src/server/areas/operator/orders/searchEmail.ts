import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type Hit, SEARCH_MAX_HITS } from '#/contract/operator/search.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { actorOf } from '../calls/operatorRoute.ts';

/**
 * Finds the players of an address, on every server. It is a call of its own, because it needs another permission and the
 * address must not be in a log; whose address was looked for is audited.
 */
export async function searchEmail(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  email: string,
): Promise<{ hits: Hit[] }> {
  const found = await deps.db
    .select({ id: accounts.id, login: accounts.login, server: accounts.serverKey })
    .from(accounts)
    .where(eq(sql`lower(${accounts.email})`, email.toLowerCase()))
    .limit(SEARCH_MAX_HITS);
  const act = { ...actorOf(request, operator), after: { players: found.map(({ id }) => id) } };
  await writeAudit(deps.db, deps, { accountId: null, actor: 'operator', event: 'emailSearched', act });
  return {
    hits: found.map(({ id, login, server }) => ({
      kind: 'player',
      id: String(id),
      words: `${login}@${server}`,
    })),
  };
}
