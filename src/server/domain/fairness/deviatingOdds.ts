import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { parseOdds, TICKETS } from '#/contract/fair.ts';
import { DEVIATES_BELOW } from '#/contract/fairness.ts';
import { caseOdds } from '#/server/platform/db/tables/cases.ts';
import { drawCounts } from '#/server/platform/db/tables/fairness.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { chiSquarePValue } from './chiSquare.ts';

export interface CountedOdds {
  caseId: number;
  revision: number;
  oddsHash: string;
  /** Number of draws counted. */
  draws: number;
  pValue: number | null;
  items: { itemId: number; tickets: number; observed: number }[];
}

/**
 * Reads the used odds tables, with their declared odds and their draws.
 * @param caseId absent for all cases
 */
export async function countedOdds(db: NodePgDatabase, caseId?: number): Promise<CountedOdds[]> {
  const rows = await db
    .select({ odds: caseOdds, itemId: drawCounts.itemId, draws: drawCounts.draws })
    .from(drawCounts)
    .innerJoin(caseOdds, eq(caseOdds.hash, drawCounts.oddsHash))
    .where(caseId === undefined ? undefined : eq(caseOdds.caseId, caseId));
  const tables = new Map<string, { odds: typeof caseOdds.$inferSelect; counts: Map<number, number> }>();
  for (const { odds, itemId, draws } of rows) {
    const table = tables.get(odds.hash) ?? { odds, counts: new Map() };
    table.counts.set(itemId, draws);
    tables.set(odds.hash, table);
  }
  return [...tables.values()].map(({ odds, counts }) => {
    const draws = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const items = parseOdds(odds.text).map(({ itemId, tickets }) => ({
      itemId,
      tickets,
      observed: counts.get(itemId) ?? 0,
    }));
    const groups = items.map(({ tickets, observed }) => ({
      expected: (draws * tickets) / TICKETS,
      observed,
    }));
    return {
      caseId: odds.caseId,
      revision: odds.revision,
      oddsHash: odds.hash,
      draws,
      pValue: chiSquarePValue(groups),
      items,
    };
  });
}

/** Whether the draws differ from the declared odds too much to be chance. */
export const isDeviating = ({ pValue }: Pick<CountedOdds, 'pValue'>): boolean =>
  pValue !== null && pValue < DEVIATES_BELOW;

/** Lists the odds tables whose draws differ from the declared odds too much to be chance. */
export async function deviatingOdds({ db }: Pick<Deps, 'db'>): Promise<Omit<CountedOdds, 'items'>[]> {
  const deviating = (await countedOdds(db)).filter(isDeviating);
  return deviating.map(({ caseId, revision, oddsHash, draws, pValue }) => ({
    caseId,
    revision,
    oddsHash,
    draws,
    pValue,
  }));
}
