import type { FastifyReply } from 'fastify';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { PlayerData } from '#/contract/playerData.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { EXPORTS } from '#/server/domain/accounts/rateLimits.ts';
import { readPlayerData } from '#/server/domain/playerData/readPlayerData.ts';

/**
 * Sends everything that the site stores about the player as a file.
 * @param locale language of the names of cases, prizes and purchases
 * @throws AppError tooManyRequests by `EXPORTS`
 */
export async function exportData(
  deps: Deps,
  reply: FastifyReply,
  accountId: number,
  locale: Locale,
): Promise<PlayerData> {
  await countAttempt(deps, EXPORTS, `#${accountId}`);
  const data = await readPlayerData(deps, accountId, locale, (tx) =>
    writeAudit(tx, deps, { accountId, actor: 'player', event: 'dataExported' }),
  );
  // safe in a header, because logins have only letters, digits and . _ -
  const name = `one-rp-${data.account.login}-${data.exportedAt.slice(0, 10)}.json`;
  void reply.header('content-disposition', `attachment; filename="${name}"`);
  return data;
}
