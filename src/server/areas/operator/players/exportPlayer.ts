import type { FastifyRequest } from 'fastify';
import type { ExportPlayerBody } from '#/contract/operator/playerActs.ts';
import type { PlayerData } from '#/contract/playerData.ts';
import { readPlayerData } from '#/server/domain/playerData/readPlayerData.ts';
import { PLAYER_EXPORTS_BY_DAY } from '#/server/domain/operators/operatorLimits.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { actorOf } from '../calls/operatorRoute.ts';
import { refuseStranger } from './playerStanding.ts';

/**
 * Returns all data of a player, as the player's own export does (O15). It is not an idempotent act, because its
 * answer must not be stored.
 * @throws AppError notFound; tooManyRequests by `PLAYER_EXPORTS_BY_DAY`
 */
export async function exportPlayer(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  accountId: number,
  { askedOn, locale, reason }: ExportPlayerBody,
): Promise<PlayerData> {
  await countAttempt(deps, PLAYER_EXPORTS_BY_DAY, `#${operator.id}`);
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
