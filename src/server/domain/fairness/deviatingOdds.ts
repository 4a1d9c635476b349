import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { parseOdds, TICKETS } from '#/contract/fair.ts';
import { caseOdds, drawCounts } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { chiSquarePValue } from './chiSquare.ts';

/** So improbable a difference is looked into by somebody. */
const ALARM_BELOW = 0.0001;

export interface CountedOdds {
  caseId: number;
  revision: number;
  oddsHash: string;
  /** Draws counted. */
  draws: number;
  pValue: number | null;
  items: { itemId: number; tickets: number; observed: number }[];
}

/**
 * The odds tables that were drawn from, with what they declare and what came.
 * @param caseId absent: of every case
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

/** The odds tables whose prizes differ from what they declare as chance hardly ever makes them. */
export async function deviatingOdds({ db }: Pick<Deps, 'db'>): Promise<Omit<CountedOdds, 'items'>[]> {
  const deviating = (await countedOdds(db)).filter(({ pValue }) => pValue !== null && pValue < ALARM_BELOW);
  return deviating.map(({ caseId, revision, oddsHash, draws, pValue }) => ({
    caseId,
    revision,
    oddsHash,
    draws,
    pValue,
  }));
}
