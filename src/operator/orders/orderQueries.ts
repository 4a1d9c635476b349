import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { type OrdersQuery, ordersQuery } from '#/contract/operator/orders.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** Names of the filters, which are those of the address. */
const NAMES = Object.keys(ordersQuery.shape) as (keyof OrdersQuery)[];

/**
 * Reads the filters of the list from the address of the page. What is not valid is left out, so that an address that was
 * cut short still shows orders.
 */
export function filtersOf(search: URLSearchParams): OrdersQuery {
  const given = NAMES.flatMap((name) => {
    const value = search.get(name);
    return value && ordersQuery.shape[name].safeParse(value).success ? [[name, value]] : [];
  });
  return ordersQuery.parse(Object.fromEntries(given));
}

/** A page of orders. */
export const ordersPageQuery = (filters: OrdersQuery) =>
  queryOptions({
    queryKey: ['orders', filters],
    queryFn: ({ signal }) => callOperator(operatorCalls.orders, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Everything about one order. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => callOperator(operatorCalls.order, { params: { id } }, { signal }),
    staleTime: 0,
  });
