import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { payoutCalls } from '#/contract/operator/figures/payoutCalls.ts';
import type { PayoutQuery, PayoutsQuery } from '#/contract/operator/figures/payouts.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** A page of payouts, with the state of the providers. */
export const payoutsPageQuery = (query: PayoutsQuery) =>
  queryOptions({
    queryKey: ['payouts', query],
    queryFn: ({ signal }) => callOperator(payoutCalls.payouts, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A payout with a page of its lines. */
export const payoutQuery = (id: string, query: PayoutQuery) =>
  queryOptions({
    queryKey: ['payout', id, query],
    queryFn: ({ signal }) => callOperator(payoutCalls.payout, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
