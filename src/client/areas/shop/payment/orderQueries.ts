import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { shopCalls } from '#/contract/calls/shop.ts';
import { call } from '#/client/platform/api/api.ts';
import { deliveriesQuery, deliveryPollMs } from '#/client/domain/game/deliveryQueries.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { orderView } from './orderView.ts';

/** The cart of this browser. */
export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: ({ signal }) => call(shopCalls.cart, {}, { signal }),
  // another tab may have changed the cart, and it expires
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: true,
});

/** One order. While it is undecided or has unfinished deliveries, the visible page polls it (RT6, D18). */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => (await call(shopCalls.orderResult, { params: { id } }, { signal })).order,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data && orderView(data).tone === 'wait'
        ? pollDelayMs(tuning.dom.orderPoll, dataUpdateCount + errorUpdateCount)
        : deliveryPollMs(data?.deliveries ?? []),
  });

/** The player's orders, newest first, page by page, with what was paid in their months (S24). */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['orders'],
  queryFn: ({ pageParam, signal }) =>
    call(
      shopCalls.orders,
      { query: { page: String(pageParam), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } },
      { signal },
    ),
  initialPageParam: 1,
  getNextPageParam: ({ pageInfo: { currentPage, lastPage } }) =>
    currentPage < lastPage ? currentPage + 1 : undefined,
});

/** Refreshes the data that a purchase changes on every page: coins, cases, orders. */
export function publishPurchase(client: QueryClient): void {
  for (const queryKey of [
    playerQuery.queryKey,
    ['cases'],
    ordersQuery.queryKey,
    cartQuery.queryKey,
    deliveriesQuery.queryKey,
  ])
    void client.invalidateQueries({ queryKey });
}

interface PollTuning {
  firstMs: number;
  growth: number;
  lastMs: number;
}

/**
 * Delay before an order is polled again, ms. It grows with every answer (RT6).
 * @param answers number of answers so far
 */
export function pollDelayMs({ firstMs, growth, lastMs }: PollTuning, answers: number): number {
  return Math.min(lastMs, Math.round(firstMs * growth ** Math.max(0, answers - 1)));
}
