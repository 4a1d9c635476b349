import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { deliveryCalls } from '#/contract/calls/deliveries.ts';
import type { Delivery } from '#/contract/deliveries.ts';
import { call } from '#/client/platform/api/api.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

/**
 * Interval in ms at which deliveries are fetched again while one of them may still change; false if none may. Hidden
 * pages do not fetch.
 */
export const deliveryPollMs = (deliveries: readonly Pick<Delivery, 'isOpen'>[]): number | false =>
  deliveries.some(({ isOpen }) => isOpen) && tuning.dom.deliveryPollMs;

/** The player's deliveries, the newest first (D18). */
export const deliveriesQuery = infiniteQueryOptions({
  queryKey: ['deliveries'],
  queryFn: ({ pageParam, signal }) =>
    call(
      deliveryCalls.deliveries,
      { query: pageParam === null ? {} : { before: String(pageParam) } },
      { signal },
    ),
  initialPageParam: null as number | null,
  getNextPageParam: ({ nextBefore }) => nextBefore,
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state: { data } }) =>
    deliveryPollMs(data?.pages.flatMap(({ deliveries }) => deliveries) ?? []),
});

/** Refreshes every list that shows deliveries. */
export function refreshDeliveries(client: QueryClient): void {
  for (const queryKey of [deliveriesQuery.queryKey, ['orders'], ['order']])
    void client.invalidateQueries({ queryKey });
}
