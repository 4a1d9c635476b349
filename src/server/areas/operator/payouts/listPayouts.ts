import { sql } from 'drizzle-orm';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import {
  PAYOUTS_PAGE_ROWS,
  type PayoutsQuery,
  type PayoutsReply,
} from '#/contract/operator/figures/payouts.ts';
import { WHERE_PAYOUT_OPEN } from '#/server/domain/payouts/openPayouts.ts';
import { OPEN_PAYOUTS, payoutSources, readPayouts } from '#/server/domain/payouts/payoutList.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { missingOrders } from './listMissing.ts';
import { pageOf } from './pageOf.ts';

/** Lists payouts by their day of arrival, the newest first, with the state of each provider (O25). */
export async function listPayouts(
  deps: Pick<Deps, 'db' | 'payments' | 'now'>,
  { from, to, mark, ...position }: PayoutsQuery,
): Promise<PayoutsReply> {
  const { db } = deps;
  const { before, after } = position;
  const isForwards = before === undefined && after !== undefined;
  const place = (id: string) => sql`(SELECT arrives_at, id FROM payouts WHERE id = ${id})`;
  const beyondPage = isForwards
    ? sql`(p.arrives_at, p.id) > ${place(after)}`
    : before === undefined
      ? sql`true`
      : sql`(p.arrives_at, p.id) < ${place(before)}`;
  // a range up to today also has the payouts on their way
  const isUpToDate = to >= deps.now().toISOString().slice(0, 10);
  const byMark =
    mark === 'open'
      ? WHERE_PAYOUT_OPEN
      : sql`p.arrives_at >= ${from}::timestamp AT TIME ZONE 'UTC'
        AND (${isUpToDate} OR p.arrives_at < ${addDays(to, 1)}::timestamp AT TIME ZONE 'UTC')`;
  const order = isForwards ? sql`p.arrives_at, p.id` : sql`p.arrives_at DESC, p.id DESC`;
  const found = await readPayouts(
    db,
    sql`WHERE ${byMark} AND ${beyondPage} ORDER BY ${order} LIMIT ${PAYOUTS_PAGE_ROWS + 1}`,
  );
  const { rows, ...ends } = pageOf(found, PAYOUTS_PAGE_ROWS, position);
  return {
    payouts: rows,
    ...ends,
    sources: await payoutSources(deps),
    ...(await countsOf(db, { from, to })),
  };
}

/** Counts the payouts that need a look, and the orders paid on these days that no payout holds. */
async function countsOf(db: Pick<Deps['db'], 'execute'>, range: Pick<PayoutsQuery, 'from' | 'to'>) {
  const { rows } = await db.execute<{ open: number; missing: number }>(
    sql`SELECT ${OPEN_PAYOUTS} AS open, ${missingOrders(range)} AS missing`,
  );
  return rows[0]!;
}
