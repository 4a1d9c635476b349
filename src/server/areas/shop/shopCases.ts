import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { parseOdds } from '#/contract/fair.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { ShopCase, ShopCaseDetails } from '#/contract/shop.ts';
import { whereOffer } from '#/server/domain/pricing/catalogueRows.ts';
import { caseItems, caseOdds, cases } from '#/server/platform/db/tables/cases.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/** Lists the cases for sale in the order of the catalogue (S6). */
export async function shopCases({ db }: Deps, locale: Locale): Promise<{ cases: ShopCase[] }> {
  const rows = await db
    .select({ row: cases, fromCoins: sql<number | null>`min(${goods.priceCoins})` })
    .from(cases)
    .innerJoin(goods, whereOffer)
    .groupBy(cases.id)
    .orderBy(asc(cases.sortOrder), asc(cases.id));
  return { cases: rows.map(({ row, fromCoins }) => summaryOf(row, fromCoins, locale)) };
}

function summaryOf(row: typeof cases.$inferSelect, fromCoins: number | null, locale: Locale): ShopCase {
  const { id, names, imageName, plate } = row;
  return { id, name: names[locale], imageName, plate, fromCoins };
}

/**
 * Reads a case with its contents and the odds that a purchase gets now (RT4, PF1). Cases that are no longer sold are
 * found too.
 * @throws AppError caseNotFound
 */
export async function shopCase({ db }: Deps, caseId: number, locale: Locale): Promise<ShopCaseDetails> {
  const [found] = await db
    .select({ row: cases, fromCoins: sql<number | null>`min(${goods.priceCoins})` })
    .from(cases)
    .leftJoin(goods, whereOffer)
    .where(eq(cases.id, caseId))
    .groupBy(cases.id);
  const [odds] = await db
    .select()
    .from(caseOdds)
    .where(eq(caseOdds.caseId, caseId))
    .orderBy(desc(caseOdds.revision))
    .limit(1);
  if (!found || !odds) fail('caseNotFound');
  const ticketsOf = new Map(parseOdds(odds.text).map(({ itemId, tickets }) => [itemId, tickets]));
  const items = await db
    .select()
    .from(caseItems)
    .where(inArray(caseItems.id, [...ticketsOf.keys()]))
    .orderBy(asc(caseItems.sortOrder), asc(caseItems.id));
  return {
    case: {
      ...summaryOf(found.row, found.fromCoins, locale),
      description: found.row.descriptions[locale],
      items: items.map(({ id, names, imageName, color, sortOrder }) => ({
        id,
        name: names[locale],
        imageName,
        color,
        sortOrder,
        tickets: ticketsOf.get(id) ?? 0,
      })),
    },
    oddsHash: odds.hash,
  };
}
