import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { DoubtsQuery, VatQuery } from '#/contract/operator/vat.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** The VAT of a range of days. */
export const vatPageQuery = (query: VatQuery) =>
  queryOptions({
    queryKey: ['vat', query],
    queryFn: ({ signal }) => callOperator(operatorCalls.vat, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A page of the orders whose country is doubtful. */
export const doubtsPageQuery = (query: DoubtsQuery) =>
  queryOptions({
    queryKey: ['vatDoubts', query],
    queryFn: ({ signal }) => callOperator(operatorCalls.vatDoubts, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The rates of all countries. */
export const ratesQuery = queryOptions({
  queryKey: ['vatRates'],
  queryFn: ({ signal }) => callOperator(operatorCalls.vatRates, {}, { signal }),
  staleTime: 0,
});
