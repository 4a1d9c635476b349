import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { UserCasesReply } from '#/contract/cases.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { caseItems, caseLots, cases } from '#/server/platform/db/tables/cases.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { couponColumns, couponOf } from './couponRows.ts';

/** Equal to the largest opening. */
const UNREVEALED_MAX = 100;

/**
 * Reads the cases that a player has in stock, in the order of the catalogue (C4), and the prizes they were never shown
 * (R7).
 */
export async function userCases(deps: Deps, accountId: number, locale: Locale): Promise<UserCasesReply> {
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
  const unrevealed = await deps.db
    .select(couponColumns)
    .from(coupons)
    .innerJoin(caseItems, eq(caseItems.id, coupons.itemId))
    .where(and(eq(coupons.accountId, accountId), isNull(coupons.revealedAt)))
    .orderBy(desc(coupons.id))
    .limit(UNREVEALED_MAX);
  return {
    unrevealed: unrevealed.map((row) => couponOf(row, locale)),
    userCases: rows.map(({ id, names, imageName, count }) => ({
      id,
      count,
      case: { id, name: names[locale], imageName },
    })),
  };
}
