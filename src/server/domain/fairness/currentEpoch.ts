import { and, eq, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { alias } from 'drizzle-orm/pg-core';
import type { FairCurrent } from '#/contract/fairness.ts';
import { fairChains, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { epochColumns, epochOf } from './epochRows.ts';

/** Reads the epoch of the player's next draw, without the secrets that are revealed at its end (FA9). */
export async function currentEpoch(
  db: NodePgDatabase,
  deps: Pick<Deps, 'secretKey'>,
  accountId: number,
): Promise<FairCurrent> {
  const nextChain = alias(fairChains, 'next_chain');
  const onNextChain = sql`${nextChain.chainNo} = ${fairChains.chainNo} + 1`;
  const [row] = await db
    .select({ ...epochColumns, nextAnchor: nextChain.anchor })
    .from(fairEpochs)
    .innerJoin(fairChains, eq(fairChains.id, fairEpochs.chainId))
    .innerJoin(nextChain, and(eq(nextChain.accountId, fairChains.accountId), onNextChain))
    .where(and(eq(fairEpochs.accountId, accountId), isNull(fairEpochs.endedAt)));
  if (!row) throw new Error(`account ${accountId} has no live epoch`);
  const { clientSeed, clientSeedOrigin, nextNonce } = row.epoch;
  return { epoch: epochOf(deps, row), clientSeed, clientSeedOrigin, nextNonce, nextAnchor: row.nextAnchor };
}
