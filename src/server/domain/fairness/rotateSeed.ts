import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as z from 'zod/mini';
import type { FairEpoch, rotateBody, rotateReply } from '#/contract/fairness.ts';
import { record } from '../audit.ts';
import { fairChains, fairEpochs } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { lockLiveEpoch, startNextEpoch } from '../fairEpoch.ts';
import { currentEpoch } from './currentEpoch.ts';
import { epochColumns, epochOf } from './epochRows.ts';
import { countSeedChange } from './seedChanges.ts';

/**
 * Ends the epoch of a commitment, which tells its server seed, and starts the next one (R7). Draws under way come first.
 * Asked again, or by several at once, it ends nothing more and answers what is live by then.
 * @throws AppError epochNotFound when the player never had such an epoch; tooManyRequests
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
      await startNextEpoch(tx, deps, live, clientSeed);
      const detail = { epoch: live.publicId, draws: live.nextNonce };
      await record(tx, deps, { accountId, actor: 'player', event: 'seedRotated', detail });
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
