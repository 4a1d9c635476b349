import { desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { caseLots, caseOdds } from './db/schema.ts';

interface Grant {
  accountId: number;
  caseId: number;
  /** Pieces, at least 1. */
  count: number;
  /** The business cause; the same three never give the same case twice. */
  reason: string;
  refType: string;
  refId: string;
}

/**
 * Puts cases into a player's stock as one lot that keeps the odds of this moment, whatever they become later.
 * @returns false when this cause gave them before
 */
export async function grantCases(tx: NodePgDatabase, grant: Grant): Promise<boolean> {
  const { count, ...lot } = grant;
  const [odds] = await tx
    .select({ hash: caseOdds.hash })
    .from(caseOdds)
    .where(eq(caseOdds.caseId, grant.caseId))
    .orderBy(desc(caseOdds.revision))
    .limit(1);
  if (!odds) throw new Error(`case ${grant.caseId} has no odds`);
  const granted = await tx
    .insert(caseLots)
    .values({ ...lot, oddsHash: odds.hash, bought: count })
    .onConflictDoNothing({ target: [caseLots.reason, caseLots.refType, caseLots.refId, caseLots.caseId] })
    .returning({ id: caseLots.id });
  return granted.length > 0;
}
