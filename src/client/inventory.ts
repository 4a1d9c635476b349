import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '#/contract/endpoints.ts';
import { call } from './api.ts';

/** What the player owns: cases with their pieces, and prizes not shown yet. */
export const inventoryQuery = queryOptions({
  queryKey: ['cases', 'list'],
  queryFn: ({ signal }) => call(endpoints.userCases, {}, { signal }),
});
