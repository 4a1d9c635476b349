import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { Locale } from '#/contract/locale.ts';
import type { PlayerData } from '#/contract/playerData.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { EXPORTS } from '#/server/domain/accounts/rateLimits.ts';
import { readAccountData } from './readAccountData.ts';
import { readGameData } from './readGameData.ts';
import { readGameLinks } from './readGameLinks.ts';
import { readPurchases } from './readPurchases.ts';
import { readReferralData } from './readReferralData.ts';

/**
 * Collects everything that the site stores about the player into one file, from one snapshot of the database.
 * @param locale language of the names of cases, prizes and purchases
 * @throws AppError tooManyRequests after 5 in 24 hours
 */
export async function exportData(
  deps: Deps,
  reply: FastifyReply,
  accountId: number,
  locale: Locale,
): Promise<PlayerData> {
  await countAttempt(deps, EXPORTS, `#${accountId}`);
  const exportedAt = deps.now().toISOString();
  const data: PlayerData = await withTx(deps.pool, async (tx) => {
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`);
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'dataExported' });
    return {
      version: 1,
      exportedAt,
      ...(await readAccountData(tx, accountId)),
      ...(await readGameData(tx, accountId, locale)),
      ...(await readPurchases(tx, accountId, locale)),
      ...(await readGameLinks(tx, accountId)),
      ...(await readReferralData(tx, accountId, locale)),
    };
  });
  // safe in a header: logins are letters, digits and . _ - only
  const name = `one-rp-${data.account.login}-${exportedAt.slice(0, 10)}.json`;
  void reply.header('content-disposition', `attachment; filename="${name}"`);
  return data;
}
