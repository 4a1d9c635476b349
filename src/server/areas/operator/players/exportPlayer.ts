import type { FastifyRequest } from 'fastify';
import type { ExportPlayerBody } from '#/contract/operator/playerActs.ts';
import type { PlayerData } from '#/contract/playerData.ts';
import { readPlayerData } from '#/server/domain/playerData/readPlayerData.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { actorOf } from '../calls/operatorRoute.ts';
import { refuseStranger } from './playerStanding.ts';

/**
 * Answers everything that the site stores about a player, as the player's own export does (O15). It is no act under a key,
 * because its answer must not be stored.
 * @throws AppError notFound
 */
export async function exportPlayer(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  accountId: number,
  { askedOn, locale, reason }: ExportPlayerBody,
): Promise<PlayerData> {
  await refuseStranger(deps.db, accountId);
  const act = {
    ...actorOf(request, operator),
    targetType: 'player',
    targetId: String(accountId),
    after: { askedOn },
    reason,
  };
  return readPlayerData(deps, accountId, locale, (tx) =>
    writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'exportPlayer', act }),
  );
}
