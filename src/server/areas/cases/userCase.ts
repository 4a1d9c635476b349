import { sql } from 'drizzle-orm';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { parseOdds } from '#/contract/fair.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { caseItems } from '#/server/platform/db/tables/cases.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import { prepared, preparedText } from '#/server/platform/db/prepared.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

interface FoundCase {
  names: Localised;
  descriptions: Localised;
  imageName: string;
  plate: UserCaseDetails['case']['plate'];
  count: number;
  hash: string;
  odds: string;
}

/** A case with its pieces in stock, and the odds of the oldest lot or of a purchase. */
const FIND_CASE = preparedText(
  'userCase',
  sql`WITH stock AS (
      SELECT coalesce(sum(bought - opened), 0)::int AS count, (array_agg(odds_hash ORDER BY id))[1] AS hash FROM case_lots
      WHERE account_id = ${sql.placeholder('accountId')} AND case_id = ${sql.placeholder('caseId')} AND opened < bought)
    SELECT c.names, c.descriptions, c.image_name AS "imageName", c.plate, stock.count, odds.hash, odds.text AS odds
    FROM cases c CROSS JOIN stock JOIN case_odds odds ON odds.hash = coalesce(stock.hash,
      (SELECT hash FROM case_odds newest WHERE newest.case_id = c.id ORDER BY revision DESC LIMIT 1))
    WHERE c.id = ${sql.placeholder('caseId')}`,
);

const FIND_ITEMS = prepared((db) =>
  db
    .select()
    .from(caseItems)
    .where(sql`${caseItems.id} = ANY(${sql.placeholder('ids')})`)
    .orderBy(caseItems.sortOrder, caseItems.id)
    .prepare('userCaseItems'),
);

/**
 * Reads a case with its contents and the odds of the next opening: those of the oldest lot in stock, or those of a
 * purchase if nothing is in stock (C6).
 * @throws AppError caseNotFound
 */
export async function userCase(
  { pool, db }: Deps,
  accountId: number,
  caseId: number,
  locale: Locale,
): Promise<UserCaseDetails> {
  const [found] = (await pool.query<FoundCase>(FIND_CASE({ accountId, caseId }))).rows;
  if (!found) return fail('caseNotFound');
  const ticketsOf = new Map(parseOdds(found.odds).map(({ itemId, tickets }) => [itemId, tickets]));
  const items = await FIND_ITEMS(db).execute({ ids: [...ticketsOf.keys()] });
  return {
    case: {
      id: caseId,
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
    count: found.count,
    oddsHash: found.hash,
  };
}
