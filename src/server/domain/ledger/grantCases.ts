import { desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { caseLots, caseOdds } from './db/schema.ts';

interface Grant {
  accountId: number;
  caseId: number;
  /** Pieces, at least 1. */
  count: number;
  /** Of an odds table of this case; absent: the one in force. */
  oddsHash?: string;
  /** The business cause; the same three never give the same case twice. */
  reason: string;
  refType: string;
  refId: string;
}

/**
 * Puts cases into a player's stock as one lot that keeps the odds of this moment (or those named), whatever they
 * become later.
 * @returns false when this cause gave them before
 */
export async function grantCases(tx: NodePgDatabase, grant: Grant): Promise<boolean> {
  const { count, ...lot } = grant;
  const oddsHash = grant.oddsHash ?? (await oddsInForce(tx, grant.caseId));
  const granted = await tx
    .insert(caseLots)
    .values({ ...lot, oddsHash, bought: count })
    .onConflictDoNothing({ target: [caseLots.reason, caseLots.refType, caseLots.refId, caseLots.caseId] })
    .returning({ id: caseLots.id });
  return granted.length > 0;
}

async function oddsInForce(tx: NodePgDatabase, caseId: number): Promise<string> {
  const [odds] = await tx
    .select({ hash: caseOdds.hash })
    .from(caseOdds)
    .where(eq(caseOdds.caseId, caseId))
    .orderBy(desc(caseOdds.revision))
    .limit(1);
  if (!odds) throw new Error(`case ${caseId} has no odds`);
  return odds.hash;
}
