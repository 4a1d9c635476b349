import { eq } from 'drizzle-orm';
import type { FairStats } from '#/contract/fairness.ts';
import type { Locale } from '#/contract/locale.ts';
import { cases } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { countedOdds } from './deviatingOdds.ts';
import { itemsOf } from './odds.ts';

/**
 * What a case declares beside what came, for each odds table that was drawn from, the newest first (PF1).
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
