import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OrderReply, OrdersQuery } from '#/contract/operator/orders.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** A page of orders. */
export const ordersPageQuery = (filters: OrdersQuery) =>
  queryOptions({
    queryKey: ['orders', filters],
    queryFn: ({ signal }) => callOperator(operatorCalls.orders, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Intervals in ms at which an order is fetched again: while something is under way, and otherwise. */
const MOVING_MS = 3000;
const RESTING_MS = 30_000;

/** Whether an answer of the provider or the game is pending. */
const isMoving = ({ timeline, given }: OrderReply): boolean =>
  timeline.some(
    (line) =>
      (line.kind === 'refund' && (line.state === 'waiting' || line.state === 'asked')) ||
      (line.kind === 'event' && !line.isProcessed) ||
      (line.kind === 'mail' && line.sentAt === null && line.failedAt === null),
  ) || Boolean(given?.deliveries.some(({ state }) => ['waiting', 'leased', 'cancelling'].includes(state)));

/** Everything about one order. The query repeats automatically. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => callOperator(operatorCalls.order, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? MOVING_MS : RESTING_MS),
  });
