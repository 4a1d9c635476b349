import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { UserCasesReply } from '#/contract/cases.ts';
import { TAKEN_AT_ONCE } from '#/contract/kernel/limits.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { caseItems, caseLots, cases } from '#/server/platform/db/tables/cases.ts';
import { draws, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import { prepared } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { couponColumns, couponOf } from './couponRows.ts';

const ofPlayer = sql.placeholder('accountId');

const FIND_CASES = prepared((db) =>
  db
    .select({
      id: cases.id,
      names: cases.names,
      imageName: cases.imageName,
      count: sql<number>`sum(${caseLots.bought} - ${caseLots.opened})::int`,
    })
    .from(caseLots)
    .innerJoin(cases, eq(cases.id, caseLots.caseId))
    .where(and(eq(caseLots.accountId, ofPlayer), lt(caseLots.opened, caseLots.bought)))
    .groupBy(cases.id)
    .orderBy(cases.sortOrder, cases.id)
    .prepare(shortRead('userCases')),
);

const FIND_UNREVEALED = prepared((db) =>
  db
    .select({ ...couponColumns, draw: { epochId: fairEpochs.publicId, nonce: draws.nonce } })
    .from(coupons)
    .innerJoin(caseItems, eq(caseItems.id, coupons.itemId))
    .innerJoin(draws, eq(draws.id, coupons.drawId))
    .innerJoin(fairEpochs, eq(fairEpochs.id, draws.epochId))
    .where(and(eq(coupons.accountId, ofPlayer), isNull(coupons.revealedAt)))
    .orderBy(desc(coupons.id))
    .limit(TAKEN_AT_ONCE)
    .prepare(shortRead('userUnrevealed')),
);

/**
 * Reads the cases that a player has in stock, in the order of the catalogue (C4), and the prizes they were never shown
 * (R7).
 */
export async function userCases({ db }: Deps, accountId: number, locale: Locale): Promise<UserCasesReply> {
  const [rows, unrevealed] = await Promise.all([
    FIND_CASES(db).execute({ accountId }),
    FIND_UNREVEALED(db).execute({ accountId }),
  ]);
  const whereUnrevealed = and(eq(coupons.accountId, accountId), isNull(coupons.revealedAt));
  const hasMore = unrevealed.length === TAKEN_AT_ONCE;
  return {
    unrevealed: unrevealed.map(({ draw, ...row }) => ({ ...couponOf(row, locale), draw })),
    unrevealedCount: hasMore ? await db.$count(coupons, whereUnrevealed) : unrevealed.length,
    userCases: rows.map(({ id, names, imageName, count }) => ({
      id,
      count,
      case: { id, name: names[locale], imageName },
    })),
  };
}
