import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { endpoints } from '#/contract/endpoints.ts';
import { call } from '../api.ts';
import { playerQuery } from '../player.ts';
import type { OpeningOutcome } from './caseOpening.ts';

/** The player's cases with their pieces (C4). */
export const userCasesQuery = queryOptions({
  queryKey: ['cases', 'list'],
  queryFn: async ({ signal }) => (await call(endpoints.userCases, {}, { signal })).userCases,
});

/** One case with its contents, odds and stock (C6). */
export const userCaseQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'one', id],
    queryFn: ({ signal }) => call(endpoints.userCase, { params: { id: String(id) } }, { signal }),
  });

/** The player's coupons, newest first, page by page (C5). */
export const couponsQuery = infiniteQueryOptions({
  queryKey: ['coupons'],
  queryFn: ({ pageParam, signal }) =>
    call(endpoints.coupons, { query: { page: String(pageParam) } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ pageInfo: { currentPage, lastPage } }) =>
    currentPage < lastPage ? currentPage + 1 : undefined,
});

/** Makes every page show what an opening changed; the count drops at once, the server's word follows. */
export function publishOpening(client: QueryClient, caseId: number, { prize }: OpeningOutcome): void {
  if (prize)
    client.setQueryData(
      userCaseQuery(caseId).queryKey,
      (known) => known && { ...known, count: Math.max(0, known.count - 1) },
    );
  for (const queryKey of [['cases'], couponsQuery.queryKey, playerQuery.queryKey])
    void client.invalidateQueries({ queryKey });
}
