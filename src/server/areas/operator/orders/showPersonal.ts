import { inArray } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { OrderPersonalReply } from '#/contract/operator/orderActs.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { paymentsOf } from '#/server/domain/orders/orderPayments.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { auditLook, countLook } from '../calls/auditedLook.ts';
import { findOrder } from './findOrder.ts';

/**
 * Shows addresses and networks of an order's people, and the providers' raw events, which may contain names. The look
 * is written into the audit log before anything is shown (O6).
 * @throws AppError notFound, tooManyRequests
 */
export async function showPersonal(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  publicId: string,
): Promise<OrderPersonalReply> {
  const { db } = deps;
  await countLook(deps, operator);
  const order = await findOrder(db, publicId);
  const look = { event: 'personalSeen', targetType: 'order', targetId: publicId } as const;
  await auditLook(deps, request, operator, look);
  const { events } = await paymentsOf(db, order);
  const ids = order.buyerId === null ? [order.accountId] : [order.accountId, order.buyerId];
  const rows = await db.select().from(accounts).where(inArray(accounts.id, ids));
  const personOf = (id: number) => {
    const { email = '', signUpNetwork: network = '' } = rows.find((row) => row.id === id) ?? {};
    return { email, network };
  };
  return {
    player: personOf(order.accountId),
    buyer: order.buyerId === null ? null : personOf(order.buyerId),
    events: events.map(({ id, raw }) => ({ id, raw })),
  };
}
