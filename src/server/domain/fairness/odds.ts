import { eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as z from 'zod/mini';
import { parseOdds } from '#/contract/fair.ts';
import type { oddsItem, OddsRecord } from '#/contract/fairness.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { caseItems, caseOdds, cases } from '#/server/platform/db/tables/cases.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Reads an odds table with its items, including those that have left the case. Odds tables never change.
 * @throws AppError oddsNotFound
 */
export async function showOdds({ db }: Deps, hash: string, locale: Locale): Promise<OddsRecord> {
  const [odds] = await db
    .select({
      caseId: cases.id,
      caseNames: cases.names,
      revision: caseOdds.revision,
      text: caseOdds.text,
    })
    .from(caseOdds)
    .innerJoin(cases, eq(cases.id, caseOdds.caseId))
    .where(eq(caseOdds.hash, hash));
  if (!odds) fail('oddsNotFound');
  const { caseId, caseNames, revision, text } = odds;
  const ids = parseOdds(text).map(({ itemId }) => itemId);
  const items = await itemsOf(db, ids, locale);
  return { caseId, caseName: caseNames[locale], revision, text, items: ids.map((id) => items.get(id)!) };
}

/** Reads items by their ids, whether or not their case still has them. */
export async function itemsOf(
  db: NodePgDatabase,
  ids: readonly number[],
  locale: Locale,
): Promise<Map<number, z.output<typeof oddsItem>>> {
  const rows = await db
    .select({
      id: caseItems.id,
      names: caseItems.names,
      imageName: caseItems.imageName,
      color: caseItems.color,
    })
    .from(caseItems)
    .where(inArray(caseItems.id, [...ids]));
  return new Map(rows.map(({ names, ...item }) => [item.id, { ...item, name: names[locale] }]));
}
