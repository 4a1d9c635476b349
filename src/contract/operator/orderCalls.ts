import type { OperatorEndpoint } from './people/operatorEndpoint.ts';
import {
  askReply,
  closeRefundBody,
  closeRefundReply,
  noteBody,
  noteReply,
  orderActBody,
  orderPersonalReply,
  receiptReply,
  refundBody,
  refundReply,
  regrantReply,
} from './orderActs.ts';
import { orderParams, orderReply, ordersQuery, ordersReply } from './orders.ts';
import { searchEmailBody, searchQuery, searchReply } from './search.ts';

/** Calls for orders, and the search that leads to them. */
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
  /** Each look is audited, so the call is not a GET: browsers may repeat a GET. */
  orderPersonal: {
    method: 'POST',
    path: '/api/operator/v1/orders/{id}/personal',
    needs: 'see.personal',
    params: orderParams,
    reply: orderPersonalReply,
  },
  search: {
    method: 'GET',
    path: '/api/operator/v1/search',
    needs: 'see.orders',
    query: searchQuery,
    reply: searchReply,
  },
  /** The e-mail address is sent in the body, because the addresses of calls are logged. */
  searchEmail: {
    method: 'POST',
    path: '/api/operator/v1/search/email',
    needs: 'see.personal',
    body: searchEmailBody,
    reply: searchReply,
  },
  refundOrder: {
    method: 'POST',
    path: '/api/operator/v1/orders/{id}/refund',
    needs: 'orders.refund',
    act: true,
    params: orderParams,
    body: refundBody,
    reply: refundReply,
  },
  closeRefund: {
    method: 'POST',
    path: '/api/operator/v1/orders/{id}/refund/close',
    needs: 'orders.refund',
    act: true,
    params: orderParams,
    body: closeRefundBody,
    reply: closeRefundReply,
  },
  regrantOrder: {
    method: 'POST',
    path: '/api/operator/v1/orders/{id}/regrant',
    needs: 'orders.regrant',
    act: true,
    params: orderParams,
    body: orderActBody,
    reply: regrantReply,
  },
  resendReceipt: {
    method: 'POST',
    path: '/api/operator/v1/orders/{id}/receipt',
    needs: 'orders.note',
    act: true,
    params: orderParams,
    body: orderActBody,
    reply: receiptReply,
  },
  noteOrder: {
    method: 'POST',
    path: '/api/operator/v1/orders/{id}/note',
    needs: 'orders.note',
    act: true,
    params: orderParams,
    body: noteBody,
    reply: noteReply,
  },
  /**
   * The call asks the provider outside a transaction, so it has no preview. It only stores what the
   * provider reports.
   */
  askProvider: {
    method: 'POST',
    path: '/api/operator/v1/orders/{id}/ask',
    needs: 'orders.note',
    params: orderParams,
    reply: askReply,
  },
} as const satisfies Record<string, OperatorEndpoint>;
