import type { FastifyInstance } from 'fastify';
import { orderCalls } from '#/contract/operator/orderCalls.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { askProvider } from './askProvider.ts';
import { listOrders } from './listOrders.ts';
import { closeRefundAct } from './closeRefundAct.ts';
import { noteAct, receiptAct, regrantAct } from './orderActs.ts';
import { refundAct } from './refundAct.ts';
import { search } from './search.ts';
import { searchEmail } from './searchEmail.ts';
import { showOrder } from './showOrder.ts';
import { showPersonal } from './showPersonal.ts';

/** Serves the operators' calls about orders. */
export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, orderCalls.orders, ({ query }) => listOrders(deps, query));
  operatorRoute(app, deps, orderCalls.order, ({ params }) => showOrder(deps, params.id));
  operatorRoute(app, deps, orderCalls.orderPersonal, ({ params }, { request, operator }) =>
    showPersonal(deps, request, operator, params.id),
  );
  operatorRoute(app, deps, orderCalls.search, ({ query }, { operator }) => search(deps, query.q, operator));
  operatorRoute(app, deps, orderCalls.searchEmail, ({ body }, { request, operator }) =>
    searchEmail(deps, request, operator, body.email),
  );
  operatorAct(app, deps, orderCalls.refundOrder, 'refundOrder', (tx, { params, body }) =>
    refundAct(tx, deps, params.id, body),
  );
  operatorAct(app, deps, orderCalls.closeRefund, 'closeRefund', (tx, { params, body }) =>
    closeRefundAct(tx, params.id, body),
  );
  operatorAct(app, deps, orderCalls.regrantOrder, 'regrantOrder', (tx, { params, body }) =>
    regrantAct(tx, deps, params.id, body),
  );
  operatorAct(app, deps, orderCalls.resendReceipt, 'resendReceipt', (tx, { params, body }) =>
    receiptAct(tx, deps, params.id, body),
  );
  operatorAct(app, deps, orderCalls.noteOrder, 'noteOrder', (tx, { params }) => noteAct(tx, params.id));
  operatorRoute(app, deps, orderCalls.askProvider, ({ params }, { request, operator }) =>
    askProvider(deps, request, operator, params.id),
  );
}
