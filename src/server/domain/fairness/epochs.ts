import { and, desc, eq, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { epochsReply, FairEpoch } from '#/contract/fairness.ts';
import { fairChains, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { epochColumns, epochOf } from './epochRows.ts';

const PAGE_ROWS = 50;

/**
 * Lists the epochs of a player, the newest first.
 * @param before public id of the last epoch of the page before
 * @throws AppError epochNotFound if the player has no such epoch
 */
export async function listEpochs(
  deps: Deps,
  accountId: number,
  before: string | undefined,
): Promise<z.output<typeof epochsReply>> {
  const byAccount = eq(fairEpochs.accountId, accountId);
  const [last] = before
    ? await deps.db
        .select({ id: fairEpochs.id })
        .from(fairEpochs)
        .where(and(byAccount, eq(fairEpochs.publicId, before)))
    : [{ id: Number.MAX_SAFE_INTEGER }];
  if (!last) fail('epochNotFound');
  // ordered by the chains, which have an index that begins with the player
  const rows = await deps.db
    .select(epochColumns)
    .from(fairChains)
    .innerJoin(fairEpochs, eq(fairEpochs.chainId, fairChains.id))
    .where(and(eq(fairChains.accountId, accountId), lt(fairEpochs.id, last.id)))
    .orderBy(desc(fairEpochs.id))
    .limit(PAGE_ROWS + 1);
  const epochs = rows.slice(0, PAGE_ROWS).map((row) => epochOf(deps, row));
  return { epochs, nextBefore: rows.length > PAGE_ROWS ? (epochs.at(-1)?.id ?? null) : null };
}

/** Reads an epoch of any player, for everybody who knows its id. @throws AppError epochNotFound */
export async function showEpoch(deps: Deps, publicId: string): Promise<FairEpoch> {
  const [row] = await deps.db
    .select(epochColumns)
    .from(fairEpochs)
    .innerJoin(fairChains, eq(fairChains.id, fairEpochs.chainId))
    .where(eq(fairEpochs.publicId, publicId));
  return row ? epochOf(deps, row) : fail('epochNotFound');
}
