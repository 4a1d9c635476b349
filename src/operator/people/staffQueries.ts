import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../platform/operatorApi.ts';

/** All operators. */
export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => callOperator(operatorCalls.staff, {}, { signal }),
});

/** Live sessions of all operators. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callOperator(operatorCalls.sessions, {}, { signal }),
});

/** The limits of all operators. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => callOperator(operatorCalls.limits, {}, { signal }),
});

/**
 * The audit log, the newest first.
 * @param operator id of the operator whose acts are listed; '' for all
 */
export const auditQuery = (operator: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', operator],
    queryFn: ({ pageParam, signal }) =>
      callOperator(
        operatorCalls.audit,
        { query: { ...(operator && { operator }), ...(pageParam && { before: String(pageParam) }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  });
