import * as z from 'zod/mini';
import { pageInQuery } from '../cases.ts';
import {
  cartBody,
  cartReply,
  discountBody,
  donateDataReply,
  goodsQuery,
  goodsReply,
  orderBody,
  orderIdInPath,
  orderReply,
  orderResultReply,
  ordersReply,
  shopCaseParams,
  shopCaseReply,
  shopCasesReply,
  storeByCoinBody,
  storeByCoinReply,
} from '../shop.ts';
import type { Endpoint } from '../endpoint.ts';

/** Calls of the shop, its carts and orders. */
export const shopCalls = {
  donateData: { method: 'GET', path: '/api/donate-data', access: 'public', reply: donateDataReply },
  goods: {
    method: 'GET',
    path: '/api/v1/goods',
    access: 'public',
    query: goodsQuery,
    reply: goodsReply,
  },
  shopCases: { method: 'GET', path: '/api/one-rp/cases', access: 'public', reply: shopCasesReply },
  shopCase: {
    method: 'GET',
    path: '/api/one-rp/cases/show/{id}',
    access: 'public',
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
