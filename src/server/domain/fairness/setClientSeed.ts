import { and, eq, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { clientSeedBody, FairCurrent } from '#/contract/fairness.ts';
import { record } from '../audit.ts';
import { fairEpochs } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { currentEpoch } from './currentEpoch.ts';
import { countSeedChange } from './seedChanges.ts';

/**
 * Takes the seed that the player mixes into his draws, from the next nonce on (R7). It was made for a commitment he had
 * been shown, and for another it is refused.
 * @throws AppError epochEnded, tooManyRequests
 */
export async function setClientSeed(
  deps: Deps,
  accountId: number,
  { commitment, clientSeed }: z.output<typeof clientSeedBody>,
): Promise<FairCurrent> {
  await countSeedChange(deps, accountId);
  return withTx(deps.pool, async (tx) => {
    const isLive = and(
      eq(fairEpochs.accountId, accountId),
      isNull(fairEpochs.endedAt),
      eq(fairEpochs.commitment, commitment),
    );
    // waits for a draw under way
    const [epoch] = await tx
      .update(fairEpochs)
      .set({ clientSeed, clientSeedOrigin: 'player' })
      .where(isLive)
      .returning({ publicId: fairEpochs.publicId, nextNonce: fairEpochs.nextNonce });
    if (!epoch) fail('epochEnded');
    const detail = { epoch: epoch.publicId, fromNonce: epoch.nextNonce };
    await record(tx, deps, { accountId, actor: 'player', event: 'clientSeedChanged', detail });
    return currentEpoch(tx, deps, accountId);
  });
}
