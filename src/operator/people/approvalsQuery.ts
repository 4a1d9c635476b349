import { queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** Requests for a second person: those that the operator may decide, and their own. */
export const approvalsQuery = queryOptions({
  queryKey: ['approvals'],
  queryFn: ({ signal }) => callOperator(operatorCalls.approvals, {}, { signal }),
  staleTime: 0,
  // new requests appear on an open page
  refetchInterval: 30_000,
});
