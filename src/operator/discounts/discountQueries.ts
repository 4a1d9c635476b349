import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DiscountsQuery } from '#/contract/operator/discounts.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** A page of discount codes. */
export const discountsPageQuery = (filters: DiscountsQuery) =>
  queryOptions({
    queryKey: ['discounts', filters],
    queryFn: ({ signal }) => callOperator(operatorCalls.discounts, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A code or a batch with its effect and its purchases. */
export const discountQuery = (id: string) =>
  queryOptions({
    queryKey: ['discount', id],
    queryFn: ({ signal }) => callOperator(operatorCalls.discount, { params: { id } }, { signal }),
    staleTime: 0,
  });

/** Goods to which a code can apply. */
export const discountGoodsQuery = queryOptions({
  queryKey: ['discountGoods'],
  queryFn: ({ signal }) => callOperator(operatorCalls.discountGoods, {}, { signal }),
});
