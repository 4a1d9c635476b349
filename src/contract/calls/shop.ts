import * as z from 'zod/mini';
import { pageInQuery } from '#/contract/cases.ts';
import {
  changePaymentBody,
  orderBody,
  orderIdInPath,
  orderReply,
  orderResultReply,
  ordersReply,
  storeByCoinBody,
  storeByCoinReply,
} from '#/contract/orders.ts';
import {
  cartBody,
  cartReply,
  discountBody,
  donateDataReply,
  goodsQuery,
  goodsReply,
  shopCaseParams,
  shopCaseReply,
  shopCasesReply,
} from '#/contract/shop.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';

/** Calls of the shop, its carts and orders. */
export const shopCalls = {
  donateData: {
    method: 'GET',
    path: '/api/donate-data',
    access: 'public',
    shared: true,
    reply: donateDataReply,
  },
  goods: {
    method: 'GET',
    path: '/api/v1/goods',
    access: 'public',
    shared: true,
    query: goodsQuery,
    reply: goodsReply,
  },
  shopCases: {
    method: 'GET',
    path: '/api/one-rp/cases',
    access: 'public',
    shared: true,
    reply: shopCasesReply,
  },
  shopCase: {
    method: 'GET',
    path: '/api/one-rp/cases/show/{id}',
    access: 'public',
    shared: true,
    params: shopCaseParams,
    reply: shopCaseReply,
  },
  saveCart: {
    method: 'POST',
    path: '/api/donate/cart',
    access: 'public',
    effect: true,
    body: cartBody,
    reply: cartReply,
  },
  cart: { method: 'GET', path: '/api/donate/cart', access: 'public', reply: cartReply },
  useDiscount: {
    method: 'POST',
    path: '/api/donate/cart/discount',
    access: 'public',
    body: discountBody,
    reply: cartReply,
  },
  dropDiscount: {
    method: 'DELETE',
    path: '/api/donate/cart/discount',
    access: 'public',
    reply: cartReply,
  },
  placeOrder: {
    method: 'POST',
    path: '/api/donate/order',
    access: 'public',
    effect: true,
    body: orderBody,
    reply: orderReply,
  },
  orderResult: {
    method: 'GET',
    path: '/api/donate/order/{id}',
    access: 'public',
    params: z.strictObject({ id: orderIdInPath }),
    reply: orderResultReply,
  },
  changePayment: {
    method: 'POST',
    path: '/api/donate/order/{id}/payment',
    access: 'public',
    effect: true,
    params: z.strictObject({ id: orderIdInPath }),
    body: changePaymentBody,
    reply: orderReply,
  },
  orders: {
    method: 'GET',
    path: '/api/v1/orders',
    access: 'session',
    query: z.strictObject({ page: pageInQuery }),
    reply: ordersReply,
  },
  storeByCoin: {
    method: 'POST',
    path: '/api/v1/order/store-by-coin',
    access: 'session',
    effect: true,
    body: storeByCoinBody,
    reply: storeByCoinReply,
  },
} as const satisfies Record<string, Endpoint>;
