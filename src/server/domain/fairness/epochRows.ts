import type { FairEpoch } from '#/contract/fairness.ts';
import { fairChains, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type EpochRow, serverSeedOf } from './fairEpoch.ts';

/** Columns of an epoch reply; the query joins the chain. */
export const epochColumns = { epoch: fairEpochs, chainNo: fairChains.chainNo, anchor: fairChains.anchor };

/** Builds the reply from a row of these columns. The server seed is included only after the epoch has ended (FA3). */
export function epochOf(
  { secretKey }: Pick<Deps, 'secretKey'>,
  { epoch, chainNo, anchor }: { epoch: EpochRow; chainNo: number; anchor: string },
): FairEpoch {
  const { publicId, idx, commitment, nextNonce, createdAt, endedAt, endedBy } = epoch;
  return {
    id: publicId,
    chainNo,
    idx,
    anchor,
    commitment,
    serverSeed: endedAt && serverSeedOf(secretKey, publicId, epoch.serverSeedEncrypted),
    draws: nextNonce,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endedBy,
  };
}
