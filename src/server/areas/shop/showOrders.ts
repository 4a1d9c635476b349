import { and, count, eq, gte, isNotNull, lt, sql, sum } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { OrderMonth, orderResultReply, ordersQuery, ordersReply } from '#/contract/orders.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { monthsOf, type ZonedMonth } from '#/server/platform/kernel/zonedMonths.ts';
import { findSession } from '#/server/domain/accounts/access/session.ts';
import { orderViews, readOrders } from '#/server/domain/orders/orderView.ts';

const ORDERS_A_PAGE = 10;

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
  const [found] = await readOrders(deps.db, eq(orders.publicId, publicId), { limit: 1 });
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
  const isIts = eq(orders.accountId, accountId);
  const [total] = await deps.db.select({ count: count() }).from(orders).where(isIts);
  const offset = (page - 1) * ORDERS_A_PAGE;
  const rows = await readOrders(deps.db, isIts, { limit: ORDERS_A_PAGE, offset });
  const placed = rows.map(({ order }) => order.createdAt);
  return {
    orders: await orderViews(deps, rows, { viewerId: accountId, locale }),
    months: await Promise.all(monthsOf(placed, zone).map((month) => paidIn(deps, accountId, month))),
    pageInfo: {
      currentPage: page,
      lastPage: Math.max(1, Math.ceil((total?.count ?? 0) / ORDERS_A_PAGE)),
    },
  };
}

/** Sums up the paid orders of a month: by the day of the order, as the list shows them. */
async function paidIn(
  { db }: Deps,
  accountId: number,
  { month, from, until }: ZonedMonth,
): Promise<OrderMonth> {
  const sumOf = (column: PgColumn) => sql`coalesce(${sum(column)}, 0)`.mapWith(Number);
  const [paid] = await db
    .select({
      paid_cents: sumOf(orders.totalCents),
      paid_coins: sumOf(orders.totalCoins),
      refunded_cents: sumOf(orders.refundedCents),
    })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        isNotNull(orders.paidAt),
        gte(orders.createdAt, from),
        lt(orders.createdAt, until),
      ),
    );
  return { month, from: from.toISOString(), until: until.toISOString(), ...paid! };
}
