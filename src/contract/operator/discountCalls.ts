import {
  batchMadeReply,
  discountGoodsReply,
  discountMadeReply,
  discountParams,
  discountReply,
  discountsQuery,
  discountsReply,
  makeBatchBody,
  makeDiscountBody,
  prolongDiscountBody,
  stopDiscountBody,
} from './discounts.ts';
import type { OperatorEndpoint } from './people/operatorEndpoint.ts';

/** Calls for discount codes. */
export const discountCalls = {
  discounts: {
    method: 'GET',
    path: '/api/operator/v1/discounts',
    needs: 'discounts.edit',
    query: discountsQuery,
    reply: discountsReply,
  },
  discountGoods: {
    method: 'GET',
    path: '/api/operator/v1/discount-goods',
    needs: 'discounts.edit',
    reply: discountGoodsReply,
  },
  discount: {
    method: 'GET',
    path: '/api/operator/v1/discounts/{id}',
    needs: 'discounts.edit',
    params: discountParams,
    reply: discountReply,
  },
  makeDiscount: {
    method: 'POST',
    path: '/api/operator/v1/discounts',
    needs: 'discounts.edit',
    act: true,
    body: makeDiscountBody,
    reply: discountMadeReply,
  },
  makeDiscountBatch: {
    method: 'POST',
    path: '/api/operator/v1/discount-batches',
    needs: 'discounts.edit',
    act: true,
    body: makeBatchBody,
    reply: batchMadeReply,
  },
  stopDiscount: {
    method: 'POST',
    path: '/api/operator/v1/discounts/{id}/stop',
    needs: 'discounts.edit',
    act: true,
    params: discountParams,
    body: stopDiscountBody,
    reply: discountMadeReply,
  },
  prolongDiscount: {
    method: 'POST',
    path: '/api/operator/v1/discounts/{id}/prolong',
    needs: 'discounts.edit',
    act: true,
    params: discountParams,
    body: prolongDiscountBody,
    reply: discountMadeReply,
  },
} as const satisfies Record<string, OperatorEndpoint>;
