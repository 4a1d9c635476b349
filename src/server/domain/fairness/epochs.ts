import { and, desc, eq, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { epochsReply, FairEpoch } from '#/contract/fairness.ts';
import { fairChains, fairEpochs } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { epochColumns, epochOf } from './epochRows.ts';

const PAGE_ROWS = 50;

/**
 * The epochs of a player, newest first.
 * @param before public id of the last one of the page before
 * @throws AppError epochNotFound when that is none of his
 */
export async function listEpochs(
  deps: Deps,
  accountId: number,
  before: string | undefined,
): Promise<z.output<typeof epochsReply>> {
  const isOwn = eq(fairEpochs.accountId, accountId);
  const [last] = before
    ? await deps.db
        .select({ id: fairEpochs.id })
        .from(fairEpochs)
        .where(and(isOwn, eq(fairEpochs.publicId, before)))
    : [{ id: Number.MAX_SAFE_INTEGER }];
  if (!last) fail('epochNotFound');
  // by the chains, which have an index that begins with the player
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

/** An epoch of anybody, for whoever knows its id. @throws AppError epochNotFound */
export async function showEpoch(deps: Deps, publicId: string): Promise<FairEpoch> {
  const [row] = await deps.db
    .select(epochColumns)
    .from(fairEpochs)
    .innerJoin(fairChains, eq(fairChains.id, fairEpochs.chainId))
    .where(eq(fairEpochs.publicId, publicId));
  return row ? epochOf(deps, row) : fail('epochNotFound');
}
