import type { FastifyInstance } from 'fastify';
import { orderCalls } from '#/contract/operator/orderCalls.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { listOrders } from './listOrders.ts';
import { showOrder } from './showOrder.ts';
import { showPersonal } from './showPersonal.ts';

/** Serves the operators' calls about orders. */
export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, orderCalls.orders, ({ query }) => listOrders(deps, query));
  operatorRoute(app, deps, orderCalls.order, ({ params }) => showOrder(deps, params.id));
  operatorRoute(app, deps, orderCalls.orderPersonal, ({ params }, { request, operator }) =>
    showPersonal(deps, request, operator, params.id),
  );
}
