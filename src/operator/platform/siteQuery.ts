import { queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from './operatorApi.ts';

const EVERY_MS = 30_000;

/** State of the site and numbers of waiting tasks. The rail and the page of the site share this query. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => callOperator(operatorCalls.site, {}, { signal }),
  refetchInterval: EVERY_MS,
});
