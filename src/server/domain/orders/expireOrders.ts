import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { lockOwner } from './grantOrder.ts';
import { isOpen } from './orderStates.ts';
import { lockOrder, moveOrder } from './moveOrder.ts';
import { tellUnpaid } from '#/server/domain/playerNews/unpaidNews.ts';
import { settleOrder } from './settleOrder.ts';

const BATCH = 100;

/**
 * Expires the orders that were not paid in time, and tells their buyers (C15). If one cannot be expired, the others still
 * get their turn.
 * @throws Error at the end, with the number of failures
 */
export async function expireOrders(deps: Deps): Promise<void> {
  const whereDue = and(inArray(orders.state, ['created', 'pending']), lte(orders.expiresAt, deps.now()));
  const failures: unknown[] = [];
  for (let lastId = 0; ;) {
    const due = await deps.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(whereDue, gt(orders.id, lastId)))
      .orderBy(asc(orders.id))
      .limit(BATCH);
    for (const { id } of due) {
      if (deps.stopping?.aborted) break;
      await expire(deps, id).catch((error: unknown) => {
        deps.log.error({ err: error, order: id }, 'an order was not expired');
        failures.push(error);
      });
    }
    lastId = due.at(-1)?.id ?? lastId;
    if (due.length < BATCH || deps.stopping?.aborted) break;
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} orders were not expired`, { cause: failures[0] });
}

async function expire(deps: Deps, orderId: number): Promise<void> {
  // an unprocessed event may be the payment, so it is processed first
  await settleOrder(deps, { orderId });
  await withTx(deps.pool, async (tx) => {
    const order = await lockOrder(tx, eq(orders.id, orderId));
    if (!order || !isOpen(order.state) || order.expiresAt > deps.now()) return;
    const account = await lockOwner(tx, order);
    const expired = await moveOrder(tx, deps, order, 'expired', 'site', 'not paid in time');
    await tellUnpaid(tx, deps, expired, account);
  });
}
