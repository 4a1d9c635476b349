import type { OperatorEndpoint } from './operatorEndpoint.ts';
import { orderParams, orderPersonalReply, orderReply, ordersQuery, ordersReply } from './orders.ts';

/** The calls about orders. */
export const orderCalls = {
  orders: {
    method: 'GET',
    path: '/api/operator/v1/orders',
    needs: 'see.orders',
    query: ordersQuery,
    reply: ordersReply,
  },
  order: {
    method: 'GET',
    path: '/api/operator/v1/orders/{id}',
    needs: 'see.orders',
    params: orderParams,
    reply: orderReply,
  },
  /** Each look is audited, so it is no GET, which browsers may repeat. */
  orderPersonal: {
    method: 'POST',
    path: '/api/operator/v1/orders/{id}/personal',
    needs: 'see.personal',
    params: orderParams,
    reply: orderPersonalReply,
  },
} as const satisfies Record<string, OperatorEndpoint>;
