import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { lockNamed, OrderRefusal } from '#/server/domain/orders/operatedOrder.ts';
import { paymentsOf } from '#/server/domain/orders/orderPayments.ts';
import { orderVersion, requestsOf } from '#/server/domain/orders/refundRequests.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Runs the work of an act and converts its refusals to error answers.
 * @throws AppError
 */
export async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OrderRefusal) fail(error.code, { cause: error });
    throw error;
  }
}

/**
 * Locks the order of an act.
 * @param version the version that the operator has seen (O9); absent when the act does not depend on it
 * @throws AppError notFound, operatorChanged
 */
export async function lockForAct(tx: NodePgDatabase, publicId: string, version?: number): Promise<OrderRow> {
  const order = await refused(() => lockNamed(tx, publicId));
  if (version !== undefined && (await versionOf(tx, order)) !== version) fail('operatorChanged');
  return order;
}

/** The current version of an order, for comparison with the one that the operator saw. */
export async function versionOf(tx: NodePgDatabase, order: OrderRow): Promise<number> {
  const { events } = await paymentsOf(tx, order);
  return orderVersion(order, events, await requestsOf(tx, order.id));
}
