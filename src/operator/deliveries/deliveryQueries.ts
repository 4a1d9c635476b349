import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeliveriesQuery, DeliveryDecision, DeliveryFilters } from '#/contract/operator/deliveries.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** How often deliveries are read again while the game has some, and while it has none, ms. */
const MOVING_MS = 5000;
const RESTING_MS = 30_000;
const MOVING: ReadonlySet<string> = new Set(['leased', 'cancelling']);

/** A page of deliveries. */
export const deliveriesPageQuery = (filters: DeliveriesQuery) =>
  queryOptions({
    queryKey: ['deliveries', filters],
    queryFn: ({ signal }) => callOperator(operatorCalls.deliveries, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Everything about one delivery. The page follows it by itself. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => callOperator(operatorCalls.delivery, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (MOVING.has(state.data?.state ?? '') ? MOVING_MS : RESTING_MS),
  });

/** What a bulk act would be about. It is asked anew each time. */
export const matchingQuery = (decision: DeliveryDecision, filters: DeliveryFilters) =>
  queryOptions({
    queryKey: ['preview', 'matching', decision, filters],
    queryFn: ({ signal }) =>
      callOperator(operatorCalls.matchingDeliveries, { query: { decision, ...filters } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
