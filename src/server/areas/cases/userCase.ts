import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { parseOdds } from '#/contract/fair.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { caseItems, caseLots, caseOdds, cases } from '#/server/platform/db/tables/cases.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Reads a case with its contents and the odds of the next opening: those of the oldest lot in stock, or those of a
 * purchase if nothing is in stock (C6).
 * @throws AppError caseNotFound
 */
export async function userCase(
  deps: Deps,
  accountId: number,
  caseId: number,
  locale: Locale,
): Promise<UserCaseDetails> {
  const { db } = deps;
  const [found] = await db.select().from(cases).where(eq(cases.id, caseId));
  const lots = await db
    .select({ oddsHash: caseLots.oddsHash, count: sql<number>`${caseLots.bought} - ${caseLots.opened}` })
    .from(caseLots)
    .where(
      and(
        eq(caseLots.accountId, accountId),
        eq(caseLots.caseId, caseId),
        lt(caseLots.opened, caseLots.bought),
      ),
    )
    .orderBy(asc(caseLots.id));
  const [odds] = await db
    .select()
    .from(caseOdds)
    .where(lots[0] ? eq(caseOdds.hash, lots[0].oddsHash) : eq(caseOdds.caseId, caseId))
    .orderBy(desc(caseOdds.revision))
    .limit(1);
  if (!found || !odds) fail('caseNotFound');

  const rows = parseOdds(odds.text);
  const ticketsOf = new Map(rows.map(({ itemId, tickets }) => [itemId, tickets]));
  const items = await db
    .select()
    .from(caseItems)
    .where(inArray(caseItems.id, [...ticketsOf.keys()]))
    .orderBy(caseItems.sortOrder, caseItems.id);
  return {
    case: {
      id: found.id,
      name: found.names[locale],
      description: found.descriptions[locale],
      imageName: found.imageName,
      plate: found.plate,
      items: items.map(({ id, names, imageName, color, sortOrder }) => ({
        id,
        name: names[locale],
        imageName,
        color,
        sortOrder,
        tickets: ticketsOf.get(id) ?? 0,
      })),
    },
    count: lots.reduce((total, { count }) => total + count, 0),
    oddsHash: odds.hash,
  };
}
