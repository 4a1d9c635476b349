import { and, eq, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { clientSeedBody, FairCurrent } from '#/contract/fairness.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { currentEpoch } from './currentEpoch.ts';
import { countSeedChange } from './seedChanges.ts';

/**
 * Sets the client seed of the player's draws from the next nonce on (FA9). The player chose it after they saw a
 * commitment, and it is refused for any other commitment.
 * @throws AppError epochEnded, tooManyRequests
 */
export async function setClientSeed(
  deps: Deps,
  accountId: number,
  { commitment, clientSeed }: z.output<typeof clientSeedBody>,
): Promise<FairCurrent> {
  await countSeedChange(deps, accountId);
  return withTx(deps.pool, async (tx) => {
    const whereLive = and(
      eq(fairEpochs.accountId, accountId),
      isNull(fairEpochs.endedAt),
      eq(fairEpochs.commitment, commitment),
    );
    // waits for draws under way
    const [epoch] = await tx
      .update(fairEpochs)
      .set({ clientSeed, clientSeedOrigin: 'player' })
      .where(whereLive)
      .returning({ publicId: fairEpochs.publicId, nextNonce: fairEpochs.nextNonce });
    if (!epoch) fail('epochEnded');
    const detail = { epoch: epoch.publicId, fromNonce: epoch.nextNonce };
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'clientSeedChanged', detail });
    return currentEpoch(tx, deps, accountId);
  });
}
