import { and, eq, gt, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { OrdersQuery } from '#/contract/operator/orders.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { failedRefunds, refundRequests, replacedPayments } from '#/server/platform/db/tables/payments.ts';
import { PROVIDERS, type ProviderName } from '#/server/ports/payments.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Ids rise with time, except for orders that several processes place at once. Their times differ by at most this. */
const DISORDER_MS = HOUR_MS;

/** Orders with a mark, each by a small index. */
const MARKS: Record<NonNullable<OrdersQuery['mark']>, SQL> = {
  paidTwice: sql`${orders.id} IN (SELECT ${replacedPayments.orderId} FROM ${replacedPayments}
    WHERE ${replacedPayments.keptCents} > 0)`,
  refundUnderWay: sql`${orders.id} IN (SELECT ${refundRequests.orderId} FROM ${refundRequests}
    WHERE ${refundRequests.reportedAt} IS NULL AND ${refundRequests.failedAt} IS NULL)`,
  refundFailed: sql`${orders.id} IN (SELECT ${failedRefunds.orderId} FROM ${failedRefunds})`,
  deliveryOpen: sql`${orders.id} IN (SELECT split_part(${deliveries.refId}, ':', 1)::bigint FROM ${deliveries}
    WHERE ${deliveries.refType} = 'order' AND ${deliveries.state} NOT IN ('done', 'cancelled'))`,
};

/** The condition of a list's filters, each served by an index. */
export function orderFilters(query: OrdersQuery): SQL | undefined {
  const { state, provider, product, server, fromCents, toCents, discount, player, mark } = query;
  return and(
    state && eq(orders.state, state),
    provider === undefined ? undefined : byProvider(provider),
    product && eq(sql`(${orders.quote} ->> 'productType')`, product),
    server === undefined ? undefined : eq(sql`(${orders.quote} ->> 'serverKey')`, server),
    // a purchase with coins has a sum of 0 cents
    (fromCents ?? toCents) === undefined ? undefined : gt(orders.totalCents, 0),
    fromCents === undefined ? undefined : gte(orders.totalCents, Number(fromCents)),
    toCents === undefined ? undefined : lte(orders.totalCents, Number(toCents)),
    discount === undefined
      ? undefined
      : eq(sql`(${orders.quote} ->> 'discountCode')`, discount.toUpperCase()),
    player === undefined ? undefined : eq(orders.accountId, Number(player)),
    mark && MARKS[mark],
    ...daysOf(query),
  );
}

const byProvider = (name: string) =>
  name === 'coins'
    ? isNull(orders.provider)
    : PROVIDERS.some((known) => known === name)
      ? eq(orders.provider, name as ProviderName)
      : sql`false`;

/** Hides the time from the planner, which takes both ranges for independent, and would read a whole day for each page. */
const time = sql`(${orders.createdAt} + interval '0')`;

/** Filters days by a range of ids, where the page begins, and then exactly by time. */
function daysOf({ fromDay, toDay }: OrdersQuery): SQL[] {
  const conditions: SQL[] = [];
  if (fromDay !== undefined) {
    const from = new Date(`${fromDay}T00:00:00Z`);
    const first = new Date(from.getTime() - DISORDER_MS);
    conditions.push(
      gte(time, from),
      sql`${orders.id} >= (SELECT o.id FROM orders o WHERE o.created_at >= ${first} ORDER BY o.created_at LIMIT 1)`,
    );
  }
  if (toDay !== undefined) {
    const end = new Date(new Date(`${toDay}T00:00:00Z`).getTime() + DAY_MS);
    const last = new Date(end.getTime() + DISORDER_MS);
    conditions.push(
      lt(time, end),
      sql`${orders.id} <= (SELECT o.id FROM orders o WHERE o.created_at < ${last} ORDER BY o.created_at DESC LIMIT 1)`,
    );
  }
  return conditions;
}
