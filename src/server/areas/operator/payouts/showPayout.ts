import { type SQL, sql } from 'drizzle-orm';
import {
  OPEN_LINES_MOST,
  PAYOUT_LINES_PAGE_ROWS,
  type PayoutLineRow,
  type PayoutQuery,
  type PayoutReply,
} from '#/contract/operator/figures/payouts.ts';
import { WHERE_LINE_OPEN, LINE_MATCH } from '#/server/domain/payouts/openPayouts.ts';
import { isoTime, readPayouts } from '#/server/domain/payouts/payoutList.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { ProviderName } from '#/server/ports/payments.ts';
import { pageOf } from './pageOf.ts';

/**
 * Shows a payout with the sums of its lines, the lines that need a look, and a page of all lines (O25).
 * @throws AppError notFound
 */
export async function showPayout(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  id: number,
  query: PayoutQuery,
): Promise<PayoutReply> {
  const [payout = fail('notFound')] = await readPayouts(db, sql`WHERE p.id = ${id}`);
  const { before, after } = query;
  const isForwards = before === undefined && after !== undefined;
  const beyondPage = isForwards
    ? sql`l.id < ${after}`
    : before === undefined
      ? sql`true`
      : sql`l.id > ${before}`;
  const found = await readLines(
    db,
    sql`WHERE l.payout_id = ${id} AND ${beyondPage}
      ORDER BY l.id ${isForwards ? sql`DESC` : sql`ASC`} LIMIT ${PAYOUT_LINES_PAGE_ROWS + 1}`,
  );
  const open = await readLines(
    db,
    sql`WHERE l.payout_id = ${id} AND ${WHERE_LINE_OPEN} ORDER BY l.id LIMIT ${OPEN_LINES_MOST}`,
  );
  const { rows: lines, ...ends } = pageOf(found, PAYOUT_LINES_PAGE_ROWS, query);
  return {
    payout,
    pageUrl: payments.providers.get(payout.provider as ProviderName)?.payouts?.pageOf(payout.ref) ?? null,
    accepted: await acceptanceOf(db, id),
    sums: await sumsOf(db, id),
    open,
    lines,
    ...ends,
  };
}

type Db = Pick<Deps['db'], 'execute'>;

async function readLines(db: Db, rest: SQL): Promise<PayoutLineRow[]> {
  const { rows } = await db.execute<PayoutLineRow & Record<string, unknown>>(sql`
    SELECT l.id::float8 AS id, l.line_ref AS ref, l.kind, ${isoTime('l.at')} AS at, o.public_id AS "order",
      o.number AS "orderNumber",
      coalesce(l.cause_ref, l.payment_ref) AS cause, l.note, l.gross_cents::float8 AS "grossCents",
      l.fee_cents::float8 AS "feeCents", l.net_cents::float8 AS "netCents",
      l.expected_cents::float8 AS "expectedCents",
      ${LINE_MATCH} AS match
    FROM payout_lines l LEFT JOIN orders o ON o.id = l.order_id ${rest}`);
  return rows;
}

async function sumsOf(db: Db, id: number): Promise<PayoutReply['sums']> {
  const { rows } = await db.execute<PayoutReply['sums'][number] & Record<string, unknown>>(sql`
    SELECT kind, count(*)::int AS lines, sum(gross_cents)::float8 AS "grossCents",
      sum(fee_cents)::float8 AS "feeCents", sum(net_cents)::float8 AS "netCents"
    FROM payout_lines WHERE payout_id = ${id}
    GROUP BY kind ORDER BY array_position(ARRAY['charge', 'refund', 'dispute', 'fee', 'adjustment'], kind)`);
  return rows;
}

async function acceptanceOf(db: Db, id: number): Promise<PayoutReply['accepted']> {
  const { rows } = await db.execute<{ at: string; by: string | null }>(sql`
    SELECT ${isoTime('p.accepted_at')} AS at, o.name AS by FROM payouts p LEFT JOIN operators o ON o.id = p.accepted_by
    WHERE p.id = ${id} AND p.accepted_at IS NOT NULL`);
  return rows[0] ?? null;
}
