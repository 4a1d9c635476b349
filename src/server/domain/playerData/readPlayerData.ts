import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { PlayerData } from '#/contract/playerData.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { readAccountData } from './readAccountData.ts';
import { readGameData } from './readGameData.ts';
import { readGameLinks } from './readGameLinks.ts';
import { readMailData } from './readMailData.ts';
import { readPurchases } from './readPurchases.ts';
import { readReferralData } from './readReferralData.ts';
import { readSignInData } from './readSignInData.ts';

/**
 * Reads everything that the site stores about a player, from one snapshot of the database.
 * @param locale language of the names of cases, prizes and purchases
 * @param note writes an audit entry about it in the same transaction
 */
export function readPlayerData(
  deps: Deps,
  accountId: number,
  locale: Locale,
  note: (tx: NodePgDatabase) => Promise<void>,
): Promise<PlayerData> {
  const exportedAt = deps.now().toISOString();
  return withTx(deps.pool, async (tx) => {
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`);
    await note(tx);
    return {
      version: 1,
      exportedAt,
      ...(await readAccountData(tx, accountId)),
      ...(await readSignInData(tx, accountId)),
      ...(await readMailData(tx, accountId)),
      ...(await readGameData(tx, accountId, locale)),
      ...(await readPurchases(tx, accountId, locale)),
      ...(await readGameLinks(tx, accountId)),
      ...(await readReferralData(tx, accountId, locale)),
    };
  });
}
