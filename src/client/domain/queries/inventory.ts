import { queryOptions } from '@tanstack/react-query';
import { casesCalls } from '#/contract/calls/cases.ts';
import { call } from '#/client/platform/api/api.ts';

/** The player's cases with their pieces, and the prizes not shown yet. */
export const inventoryQuery = queryOptions({
  queryKey: ['cases', 'list'],
  queryFn: ({ signal }) => call(casesCalls.userCases, {}, { signal }),
});
