import { sql } from 'drizzle-orm';
import { type Doubt, DOUBTS_PAGE_ROWS, type DoubtsQuery, type DoubtsReply } from '#/contract/operator/vat.ts';
import { DOUBTFUL } from '#/server/domain/tax/doubtful.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { paidWithin } from './showVat.ts';

interface Row extends Record<string, unknown>, Omit<Doubt, 'paidAt'> {
  cursor: number;
  paidAt: Date;
}

/** Lists the paid orders of a range whose country is doubtful, the newest first (O25). */
export async function listDoubts({ db }: Pick<Deps, 'db'>, query: DoubtsQuery): Promise<DoubtsReply> {
  const { before, after } = query;
  const isForwards = before === undefined && after !== undefined;
  const from = isForwards ? sql`r.id > ${after}` : before === undefined ? sql`true` : sql`r.id < ${before}`;
  const { rows: found } = await db.execute<Row>(sql`
    SELECT r.public_id AS id, r.number, r.id::float8 AS cursor, r.paid_at AS "paidAt", r.total_cents AS "totalCents", r.provider,
      r.buyer_country AS country,
      coalesce((SELECT json_agg(json_build_object('kind', p.kind, 'country', p.country) ORDER BY p.kind)
        FROM order_places p WHERE p.order_id = r.id), '[]') AS places
    FROM orders r WHERE ${DOUBTFUL} AND ${paidWithin(query)} AND ${from}
    ORDER BY r.id ${isForwards ? sql`ASC` : sql`DESC`} LIMIT ${DOUBTS_PAGE_ROWS + 1}`);
  const hasMore = found.length > DOUBTS_PAGE_ROWS;
  const page = found.slice(0, DOUBTS_PAGE_ROWS);
  const shown = isForwards ? page.toReversed() : page;
  const isFirstPage = before === undefined && (!isForwards || !hasMore);
  const isLastPage = !isForwards && !hasMore;
  return {
    doubts: shown.map(({ id, number, paidAt, totalCents, provider, country, places }) => ({
      id,
      number,
      paidAt: new Date(paidAt).toISOString(),
      totalCents,
      provider,
      country,
      places,
    })),
    before: isLastPage ? null : (shown.at(-1)?.cursor ?? null),
    after: isFirstPage ? null : (shown[0]?.cursor ?? null),
  };
}
