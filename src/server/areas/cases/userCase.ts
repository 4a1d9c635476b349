import { sql } from 'drizzle-orm';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { parseOdds } from '#/contract/fair.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { caseItems } from '#/server/platform/db/tables/cases.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import { preparedText } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
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
  /** In the order of the catalogue. Those without odds are not shown. */
  items: Pick<typeof caseItems.$inferSelect, 'id' | 'names' | 'imageName' | 'color' | 'sortOrder'>[];
}

/** A case with its pieces in stock, the odds of the oldest lot or of a purchase, and its prizes. */
const FIND_CASE = preparedText(
  shortRead('userCase'),
  sql`WITH stock AS (
      SELECT coalesce(sum(bought - opened), 0)::int AS count, (array_agg(odds_hash ORDER BY id))[1] AS hash FROM case_lots
      WHERE account_id = ${sql.placeholder('accountId')} AND case_id = ${sql.placeholder('caseId')} AND opened < bought)
    SELECT c.names, c.descriptions, c.image_name AS "imageName", c.plate, stock.count, odds.hash, odds.text AS odds,
      (SELECT json_agg(json_build_object('id', id, 'names', names, 'imageName', image_name, 'color', color,
        'sortOrder', sort_order) ORDER BY sort_order, id) FROM case_items WHERE case_id = c.id) AS items
    FROM cases c CROSS JOIN stock JOIN case_odds odds ON odds.hash = coalesce(stock.hash,
      (SELECT hash FROM case_odds newest WHERE newest.case_id = c.id ORDER BY revision DESC LIMIT 1))
    WHERE c.id = ${sql.placeholder('caseId')}`,
);

/**
 * Reads a case with its contents and the odds of the next opening: those of the oldest lot in stock, or those of a
 * purchase if nothing is in stock (C6).
 * @throws AppError caseNotFound
 */
export async function userCase(
  { pool }: Deps,
  accountId: number,
  caseId: number,
  locale: Locale,
): Promise<UserCaseDetails> {
  const [found] = (await pool.query<FoundCase>(FIND_CASE({ accountId, caseId }))).rows;
  if (!found) return fail('caseNotFound');
  const ticketsOf = new Map(parseOdds(found.odds).map(({ itemId, tickets }) => [itemId, tickets]));
  return {
    case: {
      id: caseId,
      name: found.names[locale],
      description: found.descriptions[locale],
      imageName: found.imageName,
      plate: found.plate,
      items: found.items.flatMap(({ names, ...item }) => {
        const tickets = ticketsOf.get(item.id);
        return tickets === undefined ? [] : [{ ...item, name: names[locale], tickets }];
      }),
    },
    count: found.count,
    oddsHash: found.hash,
  };
}
