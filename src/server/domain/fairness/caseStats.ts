import { eq } from 'drizzle-orm';
import type { FairStats } from '#/contract/fairness.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { countedOdds } from './deviatingOdds.ts';
import { itemsOf } from './odds.ts';

/**
 * Compares the declared odds of a case with its draws, for each odds table that was used, the newest first (PF1).
 * @throws AppError caseNotFound
 */
export async function caseStats({ db }: Deps, caseId: number, locale: Locale): Promise<FairStats> {
  if ((await db.$count(cases, eq(cases.id, caseId))) === 0) fail('caseNotFound');
  const tables = await countedOdds(db, caseId);
  const ids = new Set(tables.flatMap(({ items }) => items.map(({ itemId }) => itemId)));
  const known = await itemsOf(db, [...ids], locale);
  const revisions = tables
    .toSorted((a, b) => b.revision - a.revision)
    .map(({ revision, oddsHash, draws, pValue, items }) => ({
      revision,
      oddsHash,
      draws,
      pValue,
      items: items.map(({ itemId, ...counts }) => ({ ...known.get(itemId)!, ...counts })),
    }));
  return { caseId, revisions };
}
