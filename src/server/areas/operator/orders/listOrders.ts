import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import {
  type DeliverySummary,
  type OperatorOrderRow,
  ORDERS_PAGE_ROWS,
  type OrdersQuery,
  type OrdersReply,
} from '#/contract/operator/orders.ts';
import { deliveriesFor, orderIdOf } from '#/server/domain/deliveries/deliveriesFor.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { orderFilters } from './orderFilters.ts';

const underWay = sql<boolean>`EXISTS (SELECT FROM refund_requests r
  WHERE r.order_id = ${orders.id} AND r.reported_at IS NULL AND r.failed_at IS NULL)`;
const isFailed = sql<boolean>`EXISTS (SELECT FROM failed_refunds f WHERE f.order_id = ${orders.id})`;
const paidTwice = sql<number>`(SELECT coalesce(sum(r.kept_cents), 0)::int FROM replaced_payments r
  WHERE r.order_id = ${orders.id} AND r.kept_cents > 0)`;

/** Lists orders, the newest first (O10). Every page costs the same, however many orders exist. */
export async function listOrders({ db }: Pick<Deps, 'db'>, query: OrdersQuery): Promise<OrdersReply> {
  const { before, after } = query;
  const isForwards = before === undefined && after !== undefined;
  const from =
    before !== undefined
      ? lt(orders.id, Number(before))
      : after !== undefined
        ? gt(orders.id, Number(after))
        : undefined;
  const found = await db
    .select({ order: orders, login: accounts.login, isUnderWay: underWay, isFailed, paidTwice })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(and(from, orderFilters(query)))
    .orderBy(isForwards ? asc(orders.id) : desc(orders.id))
    .limit(ORDERS_PAGE_ROWS + 1);
  const hasMore = found.length > ORDERS_PAGE_ROWS;
  const page = found.slice(0, ORDERS_PAGE_ROWS);
  const shown = isForwards ? page.toReversed() : page;
  const ids = shown.map(({ order }) => order.id);
  const given = await deliveriesFor(db, ids);
  const isFirstPage = before === undefined && (!isForwards || !hasMore);
  const isLastPage = !isForwards && !hasMore;
  return {
    orders: shown.map(
      ({ order, login, isUnderWay, isFailed: hasFailed, paidTwice: cents }): OperatorOrderRow => {
        const { quote } = order;
        return {
          id: order.publicId,
          number: order.number,
          cursor: order.id,
          at: order.createdAt.toISOString(),
          player: { id: order.accountId, login, server: quote.serverKey },
          product: productOf(quote),
          currency: order.currency,
          totalCents: order.totalCents,
          totalCoins: order.totalCoins,
          refundedCents: order.refundedCents,
          discount: quote.discountCode,
          provider: order.provider,
          state: order.state,
          delivery: summaryOf(given.filter((row) => orderIdOf(row) === order.id)),
          paidTwiceCents: cents,
          isRefundUnderWay: isUnderWay,
          isRefundFailed: hasFailed,
        };
      },
    ),
    before: isLastPage ? null : (ids.at(-1) ?? null),
    after: isFirstPage ? null : (ids[0] ?? null),
  };
}

type Quote = (typeof orders.$inferSelect)['quote'];

/** The purchased good or coins. */
export const productOf = ({
  productType: type,
  goodsId,
  caseId,
  titles,
  quantity,
  coins,
  bonusCoins,
}: Quote) => ({
  type,
  goodsId,
  caseId,
  titles,
  quantity,
  coins,
  bonusCoins,
});

function summaryOf(rows: readonly { state: string }[]): DeliverySummary {
  const has = (...states: string[]) => rows.some(({ state }) => states.includes(state));
  if (rows.length === 0) return null;
  if (has('failed', 'unknown')) return 'trouble';
  if (has('waiting', 'leased', 'cancelling')) return 'open';
  return has('done') ? 'done' : 'calledOff';
}
