import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { payoutCalls } from '#/contract/operator/figures/payoutCalls.ts';
import type { MissingQuery, PayoutQuery, PayoutsQuery } from '#/contract/operator/figures/payouts.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** A page of payouts, with the state of the providers. */
export const payoutsPageQuery = (query: PayoutsQuery) =>
  queryOptions({
    queryKey: ['payouts', query],
    queryFn: ({ signal }) => callOperator(payoutCalls.payouts, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A page of the orders that no payout holds. */
export const missingPageQuery = (query: MissingQuery) =>
  queryOptions({
    queryKey: ['missingFromPayouts', query],
    queryFn: ({ signal }) => callOperator(payoutCalls.missingFromPayouts, { query }, { signal }),
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
