import { count, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { orderResultReply, ordersReply } from '#/contract/orders.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
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

/** Lists the orders for a player's account, one page, the newest first. A page after the last one is empty. */
export async function orderHistory(
  deps: Deps,
  accountId: number,
  page: number,
  locale: Locale,
): Promise<z.input<typeof ordersReply>> {
  const isIts = eq(orders.accountId, accountId);
  const [total] = await deps.db.select({ count: count() }).from(orders).where(isIts);
  const offset = (page - 1) * ORDERS_A_PAGE;
  const rows = await readOrders(deps.db, isIts, { limit: ORDERS_A_PAGE, offset });
  return {
    orders: await orderViews(deps, rows, { viewerId: accountId, locale }),
    pageInfo: {
      currentPage: page,
      lastPage: Math.max(1, Math.ceil((total?.count ?? 0) / ORDERS_A_PAGE)),
    },
  };
}
