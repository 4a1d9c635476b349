import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { shopCalls } from '#/contract/calls/shop.ts';
import { call } from '#/client/platform/api/api.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { orderView } from './orderView.ts';

/** What this browser is about to buy. */
export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: ({ signal }) => call(shopCalls.cart, {}, { signal }),
  // another tab may have changed it, and so may time
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: true,
});

/** One order; while nothing is certain about it, it is asked after again, unless nobody looks (RT6). */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => (await call(shopCalls.orderResult, { params: { id } }, { signal })).order,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data && orderView(data).tone === 'wait'
        ? pollDelayMs(tuning.dom.orderPoll, dataUpdateCount + errorUpdateCount)
        : false,
  });

/** The player's orders, newest first, page by page. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['orders'],
  queryFn: ({ pageParam, signal }) =>
    call(shopCalls.orders, { query: { page: String(pageParam) } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ pageInfo: { currentPage, lastPage } }) =>
    currentPage < lastPage ? currentPage + 1 : undefined,
});

/** Makes every page show what a purchase brought: coins, cases, one more order. */
export function publishPurchase(client: QueryClient): void {
  for (const queryKey of [playerQuery.queryKey, ['cases'], ordersQuery.queryKey, cartQuery.queryKey])
    void client.invalidateQueries({ queryKey });
}

interface PollTuning {
  firstMs: number;
  growth: number;
  lastMs: number;
}

/**
 * How long to wait before an order is asked after again, ms: soon at first, then ever less often (RT6).
 * @param answers that have come, from 0
 */
export function pollDelayMs({ firstMs, growth, lastMs }: PollTuning, answers: number): number {
  return Math.min(lastMs, Math.round(firstMs * growth ** Math.max(0, answers - 1)));
}
