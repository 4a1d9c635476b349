import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as z from 'zod/mini';
import type { FairEpoch, rotateBody, rotateReply } from '#/contract/fairness.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { fairChains, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { lockLiveEpoch, startNextEpoch } from './fairEpoch.ts';
import { currentEpoch } from './currentEpoch.ts';
import { epochColumns, epochOf } from './epochRows.ts';
import { countSeedChange } from './seedChanges.ts';

/**
 * Ends the epoch of a commitment, which reveals its server seed, and starts the next epoch (FA9). Draws under way finish
 * first. A repeated or parallel call ends nothing more and returns the live epoch.
 * @throws AppError epochNotFound if the player never had such an epoch; tooManyRequests
 */
export async function rotateSeed(
  deps: Deps,
  accountId: number,
  { commitment, clientSeed }: z.output<typeof rotateBody>,
): Promise<z.output<typeof rotateReply>> {
  await countSeedChange(deps, accountId);
  return withTx(deps.pool, async (tx) => {
    const live = await lockLiveEpoch(tx, accountId);
    if (live.commitment === commitment) {
      await startNextEpoch(tx, deps, live, { endedBy: 'player', clientSeed });
      const detail = { epoch: live.publicId, draws: live.nextNonce };
      await writeAudit(tx, deps, { accountId, actor: 'player', event: 'seedRotated', detail });
    }
    return {
      ended: await epochWith(tx, deps, accountId, commitment),
      current: await currentEpoch(tx, deps, accountId),
    };
  });
}

async function epochWith(
  tx: NodePgDatabase,
  deps: Deps,
  accountId: number,
  commitment: string,
): Promise<FairEpoch> {
  const [row] = await tx
    .select(epochColumns)
    .from(fairChains)
    .innerJoin(fairEpochs, eq(fairEpochs.chainId, fairChains.id))
    .where(and(eq(fairChains.accountId, accountId), eq(fairEpochs.commitment, commitment)));
  return row ? epochOf(deps, row) : fail('epochNotFound');
}
