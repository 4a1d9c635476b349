import { asc, inArray, like } from 'drizzle-orm';
import { TICKETS } from '#/contract/fair.ts';
import { FAIR_DAYS_SHOWN, type FairnessReply } from '#/contract/operator/site.ts';
import { listDays } from '#/server/domain/fairness/days.ts';
import { countedOdds, isDeviating } from '#/server/domain/fairness/deviatingOdds.ts';
import { bookChecks } from '#/server/platform/db/tables/site/background.ts';
import { caseItems, cases } from '#/server/platform/db/tables/cases.ts';
import { NO_TEXT } from '#/server/platform/db/tables/columns.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Shows the evidence that draws are fair: declared and observed odds, closed days, and the books of the draws. */
export async function showFairness(deps: Deps): Promise<FairnessReply> {
  const { db } = deps;
  const counted = await countedOdds(db);
  const itemIds = counted.flatMap(({ items }) => items.map(({ itemId }) => itemId));
  const ofCases = await db.select({ id: cases.id, names: cases.names }).from(cases);
  const ofItems = itemIds.length
    ? await db
        .select({ id: caseItems.id, names: caseItems.names })
        .from(caseItems)
        .where(inArray(caseItems.id, [...new Set(itemIds)]))
    : [];
  const caseNames = new Map(ofCases.map(({ id, names }) => [id, names]));
  const itemNames = new Map(ofItems.map(({ id, names }) => [id, names]));
  const tables = counted.map(({ caseId, revision, draws, pValue, items }) => ({
    caseId,
    names: caseNames.get(caseId) ?? NO_TEXT,
    revision,
    draws,
    pValue,
    isDeviating: isDeviating({ pValue }),
    items: items.map(({ itemId, tickets, observed }) => ({
      itemId,
      names: itemNames.get(itemId) ?? NO_TEXT,
      tickets,
      observed,
      expected: (draws * tickets) / TICKETS,
    })),
  }));
  const checks = await db
    .select()
    .from(bookChecks)
    .where(like(bookChecks.name, 'FA%'))
    .orderBy(asc(bookChecks.name));
  return {
    tables: tables.toSorted(
      (a, b) => Number(b.isDeviating) - Number(a.isDeviating) || b.draws - a.draws || a.caseId - b.caseId,
    ),
    days: (await listDays(deps, undefined)).days.slice(0, FAIR_DAYS_SHOWN),
    checks: checks.map(({ name, violations, accepted, wholeAt }) => ({
      name,
      broken: Math.max(violations - accepted, 0),
      wholeAt: wholeAt?.toISOString() ?? null,
    })),
  };
}
