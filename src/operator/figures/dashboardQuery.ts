import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DashboardQuery } from '#/contract/operator/figures/dashboard.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../platform/operatorApi.ts';

const EVERY_MS = 60_000;

/** The figures of a range of days. */
export const dashboardPageQuery = (query: DashboardQuery) =>
  queryOptions({
    queryKey: ['dashboard', query],
    queryFn: ({ signal }) => callOperator(operatorCalls.dashboard, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  });
