import { and, eq, or } from 'drizzle-orm';
import { type HistoryReply, PLAYER_LINES } from '#/contract/operator/players.ts';
import { readAudit } from '#/server/domain/operators/auditEntries.ts';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseStranger } from './playerStanding.ts';

/**
 * Lists the events of an account, the newest first: sign-ins and changes by the player, and notes, gifts and
 * corrections by operators.
 * @param before id of the last entry of the page before
 * @throws AppError notFound
 */
export async function playerHistory(
  deps: Pick<Deps, 'db'>,
  accountId: number,
  before?: string,
): Promise<HistoryReply> {
  await refuseStranger(deps.db, accountId);
  const byTarget = and(eq(audit.targetType, 'player'), eq(audit.targetId, String(accountId)));
  return readAudit(deps, or(eq(audit.accountId, accountId), byTarget), { before, most: PLAYER_LINES });
}
