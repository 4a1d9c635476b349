import { queryOptions } from '@tanstack/react-query';
import { casesCalls } from '#/contract/calls/cases.ts';
import { call } from './api.ts';

/** What the player owns: cases with their pieces, and prizes not shown yet. */
export const inventoryQuery = queryOptions({
  queryKey: ['cases', 'list'],
  queryFn: ({ signal }) => call(casesCalls.userCases, {}, { signal }),
});
