import { sql } from 'drizzle-orm';
import { TICKETS } from '#/contract/fair.ts';
import { FAIR_DAYS_SHOWN, type FairnessReply } from '#/contract/operator/site.ts';
import { listDays } from '#/server/domain/fairness/days.ts';
import { countedOdds, isDeviating } from '#/server/domain/fairness/deviatingOdds.ts';
import { type Localised, NO_TEXT } from '#/server/platform/db/tables/columns.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Shows the evidence that draws are fair: declared and observed odds, closed days, and the books of the draws. */
export async function showFairness(deps: Deps): Promise<FairnessReply> {
  const { db } = deps;
  const counted = await countedOdds(db);
  const itemIds = counted.flatMap(({ items }) => items.map(({ itemId }) => itemId));
  const { cases, items: ofItems, checks } = await readEvidence(db, itemIds);
  const tables = counted.map(({ caseId, revision, draws, pValue, items }) => ({
    caseId,
    names: cases[caseId] ?? NO_TEXT,
    revision,
    draws,
    pValue,
    isDeviating: isDeviating({ pValue }),
    items: items.map(({ itemId, tickets, observed }) => ({
      itemId,
      names: ofItems[itemId] ?? NO_TEXT,
      tickets,
      observed,
      expected: (draws * tickets) / TICKETS,
    })),
  }));
  return {
    tables: tables.toSorted(
      (a, b) => Number(b.isDeviating) - Number(a.isDeviating) || b.draws - a.draws || a.caseId - b.caseId,
    ),
    days: (await listDays(deps, undefined)).days.slice(0, FAIR_DAYS_SHOWN),
    checks: checks.map(({ name, broken, wholeAt }) => ({
      name,
      broken,
      wholeAt: wholeAt && new Date(wholeAt).toISOString(),
    })),
  };
}

interface Evidence {
  /** Names by id. */
  cases: Record<string, Localised>;
  items: Record<string, Localised>;
  checks: FairnessReply['checks'];
}

/** Reads the names of all cases and of these items, and the state of the books of the draws, in one statement. */
async function readEvidence(db: Deps['db'], itemIds: readonly number[]): Promise<Evidence> {
  const { rows } = await db.execute<Evidence & Record<string, unknown>>(sql`SELECT
    (SELECT coalesce(json_object_agg(id, names), '{}') FROM cases) AS cases,
    (SELECT coalesce(json_object_agg(id, names), '{}') FROM case_items
      WHERE id = ANY(${sql.param([...new Set(itemIds)])}::bigint[])) AS items,
    (SELECT coalesce(json_agg(json_build_object('name', name, 'broken', greatest(violations - accepted, 0),
      'wholeAt', whole_at) ORDER BY name), '[]') FROM book_checks WHERE name LIKE 'FA%') AS checks`);
  return rows[0]!;
}
