import { desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { caseLots, caseOdds } from '#/server/platform/db/tables/cases.ts';

interface Grant {
  accountId: number;
  caseId: number;
  /** Pieces, at least 1. */
  count: number;
  /** Hash of an odds table of this case. Absent for the odds in force. */
  oddsHash?: string;
  /** The business cause: these three grant the same case once. */
  reason: string;
  refType: string;
  refId: string;
}

/** The same cause granted this case before, so nothing was granted now. */
export class CasesGrantedBefore extends Error {
  override readonly name = 'CasesGrantedBefore';
}

/**
 * Grants cases to a player as one lot. The lot keeps the odds in force now, or those of `oddsHash`, whatever the catalogue
 * says later.
 * @throws CasesGrantedBefore if this cause granted this case before, so that no caller loses pieces unnoticed
 */
export async function grantCases(tx: NodePgDatabase, grant: Grant): Promise<void> {
  if (await tryGrantCases(tx, grant)) return;
  const { caseId, count, reason, refType, refId } = grant;
  throw new CasesGrantedBefore(`${count} of case ${caseId} for ${reason} ${refType} ${refId}`);
}

/**
 * Grants cases as `grantCases` does, for callers that may run twice.
 * @returns false if this cause granted this case before
 */
export async function tryGrantCases(tx: NodePgDatabase, grant: Grant): Promise<boolean> {
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
