import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { route } from '#/server/platform/http/route.ts';
import { changePayment } from './changePayment.ts';
import { placeOrder } from './placeOrder.ts';
import { orderHistory, orderResult } from './showOrders.ts';
import { storeByCoin } from './storeByCoin.ts';

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoints.placeOrder, ({ body }, caller) => placeOrder(deps, body, caller));
  route(app, deps, endpoints.orderResult, ({ params }, { request, locale }) =>
    orderResult(deps, request, params.id, locale),
  );
  route(app, deps, endpoints.changePayment, ({ params, body }, caller) =>
    changePayment(deps, params.id, body, caller),
  );
  route(app, deps, endpoints.orders, ({ query }, { account, locale }) =>
    orderHistory(deps, account.id, query, locale),
  );
  route(app, deps, endpoints.storeByCoin, ({ body }, { account, locale, idempotencyKey }) =>
    storeByCoin(deps, { accountId: account.id, body, locale, idempotencyKey }),
  );
}
