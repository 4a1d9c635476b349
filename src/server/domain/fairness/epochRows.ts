import type { FairEpoch } from '#/contract/fairness.ts';
import { fairChains, fairEpochs } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { type EpochRow, serverSeedOf } from '../fairEpoch.ts';

/** Columns of an epoch as it is shown; its chain is joined. */
export const epochColumns = { epoch: fairEpochs, chainNo: fairChains.chainNo, anchor: fairChains.anchor };

/** A row of these columns; the server seed is told once the epoch has ended, and never before (F3). */
export function epochOf(
  { secretKey }: Pick<Deps, 'secretKey'>,
  { epoch, chainNo, anchor }: { epoch: EpochRow; chainNo: number; anchor: string },
): FairEpoch {
  const { publicId, idx, commitment, nextNonce, createdAt, endedAt } = epoch;
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
  };
}
