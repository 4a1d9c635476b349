import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { endpoints } from '#/contract/endpoints.ts';
import { call } from '../api.ts';
import { playerQuery } from '../player.ts';
import type { OpeningOutcome } from './caseOpening.ts';

const inventoryQuery = queryOptions({
  queryKey: ['cases', 'list'],
  queryFn: ({ signal }) => call(endpoints.userCases, {}, { signal }),
});

/** The player's cases with their pieces (C4). */
export const userCasesQuery = queryOptions({ ...inventoryQuery, select: ({ userCases }) => userCases });

/** Prizes whose opening was cut short, newest first. */
export const unrevealedQuery = queryOptions({ ...inventoryQuery, select: ({ unrevealed }) => unrevealed });

/** Tells the server that the player has seen these prizes; unheard, they are shown once more at the next visit. */
export async function revealPrizes(client: QueryClient, ids: number[]): Promise<void> {
  await call(endpoints.revealPrizes, { body: { ids } }).catch((error: unknown) =>
    console.warn('prizes are not marked as shown', error),
  );
  await client.invalidateQueries({ queryKey: inventoryQuery.queryKey });
}

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
