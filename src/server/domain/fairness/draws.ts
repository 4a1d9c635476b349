import { and, asc, eq, gte } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { drawsQuery, drawsReply } from '#/contract/fairness.ts';
import { caseItems } from '#/server/platform/db/tables/cases.ts';
import { draws as drawTable, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Lists the draws of an epoch in the order of their nonces, for everybody who knows its id. They do not name the player
 * (PF1).
 * @throws AppError epochNotFound
 */
export async function listDraws(
  { db }: Deps,
  { epoch: publicId, from, count }: z.output<typeof drawsQuery>,
): Promise<z.output<typeof drawsReply>> {
  const [epoch] = await db
    .select({ id: fairEpochs.id })
    .from(fairEpochs)
    .where(eq(fairEpochs.publicId, publicId));
  if (!epoch) fail('epochNotFound');
  const rows = await db
    .select({ row: drawTable, caseId: caseItems.caseId })
    .from(drawTable)
    .innerJoin(caseItems, eq(caseItems.id, drawTable.itemId))
    .where(and(eq(drawTable.epochId, epoch.id), gte(drawTable.nonce, from)))
    .orderBy(asc(drawTable.nonce))
    .limit(count + 1);
  const draws = rows.slice(0, count).map(({ row, caseId }) => {
    const { nonce, clientSeed, clientSeedOrigin, oddsHash, ticket, itemId, createdAt } = row;
    return {
      nonce,
      clientSeed,
      clientSeedOrigin,
      oddsHash,
      ticket,
      itemId,
      caseId,
      at: createdAt.toISOString(),
    };
  });
  return { draws, nextFrom: rows[count]?.row.nonce ?? null };
}
