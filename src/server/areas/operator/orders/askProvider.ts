import type { FastifyRequest } from 'fastify';
import type { OrderState } from '#/contract/orders.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { paymentsOf } from '#/server/domain/orders/orderPayments.ts';
import { askAbout } from '#/server/domain/payments/reconcileOrders.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { refuseIfStopped } from '#/server/platform/kernel/stops.ts';
import { actorOf } from '../calls/operatorRoute.ts';
import { findOrder } from './findOrder.ts';

/**
 * Asks the providers for the payments of one order, and applies their answers to the order.
 * @throws AppError notFound; paymentUnavailable if a provider does not answer
 */
export async function askProvider(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  publicId: string,
): Promise<{ state: OrderState; news: number }> {
  const order = await findOrder(deps.db, publicId);
  refuseIfStopped(deps, 'orders');
  const act = { ...actorOf(request, operator), targetType: 'order', targetId: publicId };
  await writeAudit(deps.db, deps, { accountId: null, actor: 'operator', event: 'askProvider', act });
  const { payments } = await paymentsOf(deps.db, order);
  let news = 0;
  for (const payment of payments)
    news += await askAbout(deps, payment).catch((cause: unknown) => fail('paymentUnavailable', { cause }));
  const { state } = await findOrder(deps.db, publicId);
  return { state, news };
}
