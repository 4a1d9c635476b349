import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import {
  type MissingOrder,
  type MissingQuery,
  type MissingReply,
  PAYOUTS_PAGE_ROWS,
} from '#/contract/operator/figures/payouts.ts';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import { WHERE_MISSING, PAID_OUT } from '#/server/domain/payouts/missingOrders.ts';
import { isoTime } from '#/server/domain/payouts/payoutList.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { pageOf } from './pageOf.ts';

type Range = Pick<MissingQuery, 'from' | 'to'>;
const wherePaidWithin = ({ from, to }: Range) => sql`w.paid_at >= ${from}::timestamp AT TIME ZONE 'UTC'
  AND w.paid_at < ${addDays(to, 1)}::timestamp AT TIME ZONE 'UTC'`;

/** Lists the orders paid on these days that no payout holds, the last paid first (O25). */
export async function listMissing({ db }: Pick<Deps, 'db'>, query: MissingQuery): Promise<MissingReply> {
  const { before, after } = query;
  const isForwards = before === undefined && after !== undefined;
  const place = (id: string) => sql`((SELECT paid_at FROM orders WHERE id = ${id}), ${id}::bigint)`;
  const beyondPage = isForwards
    ? sql`(w.paid_at, w.order_id) > ${place(after)}`
    : before === undefined
      ? sql`true`
      : sql`(w.paid_at, w.order_id) < ${place(before)}`;
  const page = sql`ORDER BY ${isForwards ? sql`w.paid_at, w.order_id` : sql`w.paid_at DESC, w.order_id DESC`}
    LIMIT ${PAYOUTS_PAGE_ROWS + 1}`;
  // the index gives the rows of each provider in order, so a page of each is read and no more
  const { rows: found } = await db.execute<MissingOrder & Record<string, unknown>>(sql`
    SELECT r.id::float8 AS id, r.public_id AS "order", r.number AS "orderNumber",
      ${isoTime('w.paid_at')} AS "paidAt", w.provider,
      r.total_cents AS "totalCents"
    FROM ${PAID_OUT} CROSS JOIN LATERAL (SELECT * FROM orders_awaiting_payout w
      WHERE ${WHERE_MISSING} AND ${wherePaidWithin(query)} AND ${beyondPage} ${page}) w
    JOIN orders r ON r.id = w.order_id ${page}`);
  const { rows: orders, ...ends } = pageOf(found, PAYOUTS_PAGE_ROWS, query);
  return { orders, ...ends };
}

/** SQL: the number of orders paid on these days that no payout holds, up to `MOST_COUNTED`. */
export const missingOrders = (range: Range): SQL => sql`(SELECT count(*)::int FROM (
  SELECT FROM ${PAID_OUT} CROSS JOIN LATERAL (SELECT FROM orders_awaiting_payout w
    WHERE ${WHERE_MISSING} AND ${wherePaidWithin(range)} LIMIT ${MOST_COUNTED}) w LIMIT ${MOST_COUNTED}) missing)`;
