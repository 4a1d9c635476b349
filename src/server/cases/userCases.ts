import { and, eq, lt, sql } from 'drizzle-orm';
import type { UserCase } from '#/contract/cases.ts';
import type { Locale } from '#/contract/locale.ts';
import { caseLots, cases } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/** The cases a player has in stock, in the order of the catalogue (C4). */
export async function userCases(
  deps: Deps,
  accountId: number,
  locale: Locale,
): Promise<{ userCases: UserCase[] }> {
  const rows = await deps.db
    .select({
      id: cases.id,
      names: cases.names,
      imageName: cases.imageName,
      count: sql<number>`sum(${caseLots.bought} - ${caseLots.opened})::int`,
    })
    .from(caseLots)
    .innerJoin(cases, eq(cases.id, caseLots.caseId))
    .where(and(eq(caseLots.accountId, accountId), lt(caseLots.opened, caseLots.bought)))
    .groupBy(cases.id)
    .orderBy(cases.sortOrder, cases.id);
  return {
    userCases: rows.map(({ id, names, imageName, count }) => ({
      id,
      count,
      case: { id, name: names[locale], imageName },
    })),
  };
}
