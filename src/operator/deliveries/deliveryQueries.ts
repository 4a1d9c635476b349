import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeliveriesQuery, DeliveryDecision, DeliveryFilters } from '#/contract/operator/deliveries.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** Intervals in ms at which deliveries are fetched again: while the game has some, and otherwise. */
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

/** Everything about one delivery. The query repeats automatically. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => callOperator(operatorCalls.delivery, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (MOVING.has(state.data?.state ?? '') ? MOVING_MS : RESTING_MS),
  });

/** The deliveries that a bulk act would decide. Fetched anew each time. */
export const matchingQuery = (decision: DeliveryDecision, filters: DeliveryFilters) =>
  queryOptions({
    queryKey: ['preview', 'matching', decision, filters],
    queryFn: ({ signal }) =>
      callOperator(operatorCalls.matchingDeliveries, { query: { decision, ...filters } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
