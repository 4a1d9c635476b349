import { and, count, eq, gte, isNotNull, lt, sql, sum } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { OrderMonth, orderResultReply, ordersQuery, ordersReply } from '#/contract/orders.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { prepared } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { monthsOf, type ZonedMonth } from '#/server/platform/kernel/zonedMonths.ts';
import { findSession } from '#/server/domain/accounts/access/session.ts';
import { findOrder, listOrders, orderViews } from '#/server/domain/orders/orderView.ts';

const ORDERS_A_PAGE = 10;

const ofPlayer = sql.placeholder('accountId');

const COUNT_ORDERS = prepared((db) =>
  db
    .select({ count: count() })
    .from(orders)
    .where(eq(orders.accountId, ofPlayer))
    .prepare(shortRead('orderCount')),
);

/**
 * Shows an order to everybody who knows its unguessable id (RT6, S12).
 * @throws AppError notFound
 */
export async function orderResult(
  deps: Deps,
  request: FastifyRequest,
  publicId: string,
  locale: Locale,
): Promise<z.input<typeof orderResultReply>> {
  const viewer = await findSession(deps, request);
  const found = await findOrder(deps.db, publicId);
  if (!found) return fail('notFound');
  const [order] = await orderViews(deps, [found], { viewerId: viewer?.id, locale });
  return { order: order! };
}

/**
 * Lists one page of a player's orders, the newest first, and the sums paid in the months of these orders (S24). A page
 * after the last one is empty.
 */
export async function orderHistory(
  deps: Deps,
  accountId: number,
  { page, time_zone: zone }: z.infer<typeof ordersQuery>,
  locale: Locale,
): Promise<z.input<typeof ordersReply>> {
  const offset = (page - 1) * ORDERS_A_PAGE;
  const rows = await listOrders(deps.db, { accountId, limit: ORDERS_A_PAGE, offset });
  const isOnly = page === 1 && rows.length < ORDERS_A_PAGE;
  const months = monthsOf(
    rows.map(({ order }) => order.createdAt),
    zone,
  );
  const [[total], shown, paid] = await Promise.all([
    isOnly ? [] : COUNT_ORDERS(deps.db).execute({ accountId }),
    orderViews(deps, rows, { viewerId: accountId, locale }),
    Promise.all(months.map((month) => paidIn(deps, accountId, month))),
  ]);
  return {
    orders: shown,
    months: paid,
    pageInfo: {
      currentPage: page,
      lastPage: Math.max(1, Math.ceil((total?.count ?? 0) / ORDERS_A_PAGE)),
    },
  };
}

const sumOf = (column: PgColumn) => sql`coalesce(${sum(column)}, 0)`.mapWith(Number);

const SUM_ORDERS = prepared((db) =>
  db
    .select({
      paid_cents: sumOf(orders.totalCents),
      paid_coins: sumOf(orders.totalCoins),
      refunded_cents: sumOf(orders.refundedCents),
    })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, ofPlayer),
        isNotNull(orders.paidAt),
        gte(orders.createdAt, sql.placeholder('from')),
        lt(orders.createdAt, sql.placeholder('until')),
      ),
    )
    .prepare(shortRead('orderMonth')),
);

/** Sums up the paid orders of a month: by the day of the order, as the list shows them. */
async function paidIn(
  { db }: Deps,
  accountId: number,
  { month, from, until }: ZonedMonth,
): Promise<OrderMonth> {
  const [paid] = await SUM_ORDERS(db).execute({ accountId, from, until });
  return { month, from: from.toISOString(), until: until.toISOString(), ...paid! };
}
