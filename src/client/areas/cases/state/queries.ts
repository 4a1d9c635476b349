import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { Coupon, CouponPage, CouponState, Rarity } from '#/contract/cases.ts';
import { casesCalls } from '#/contract/calls/cases.ts';
import { call } from '#/client/platform/api/api.ts';
import { inventoryQuery } from '#/client/domain/queries/casesQueries.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';

/** The player's cases with their pieces (C4). */
export const userCasesQuery = queryOptions({ ...inventoryQuery, select: ({ userCases }) => userCases });

/** Prizes whose opening was interrupted, the newest first, and their number, which may be larger than the list. */
export const unrevealedQuery = queryOptions({
  ...inventoryQuery,
  select: ({ unrevealed, unrevealedCount }) => ({ prizes: unrevealed, count: unrevealedCount }),
});

/**
 * Tells the server that the player has seen these prizes. If the request is lost, they are shown again at the next
 * visit.
 */
export async function revealPrizes(client: QueryClient, prizes: readonly Coupon[]): Promise<void> {
  const ids = prizes.map(({ id }) => id);
  await call(casesCalls.revealPrizes, { body: { ids } }).catch((error: unknown) =>
    console.warn('prizes are not marked as shown', error),
  );
  await client.invalidateQueries({ queryKey: inventoryQuery.queryKey });
}

/** One case with its contents, odds and stock (C6). */
export const userCaseQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'one', id],
    queryFn: ({ signal }) => call(casesCalls.userCase, { params: { id: String(id) } }, { signal }),
  });

/** Filter of a list of coupons. */
export interface CouponFilter {
  color: Rarity | undefined;
  state: CouponState;
}

const COUPONS_KEY = ['coupons'];

/** Time for which a list is cached after the player left it, for the back button. */
const WAY_BACK_MS = 10 * 60_000;

/**
 * The player's coupons, the newest first, page by page (C5). A list belongs to one visit and is never refetched, which
 * would take hundreds of requests. The back button restores it; any other navigation starts a new list.
 * @param visit key of the entry in the browser's history
 */
export const couponsQuery = (filter: CouponFilter, visit: string) =>
  infiniteQueryOptions({
    queryKey: [...COUPONS_KEY, filter, visit],
    queryFn: ({ pageParam: { page, before }, signal }) =>
      call(
        casesCalls.coupons,
        { query: { page: String(page), ...(before && { before: String(before) }), ...filter } },
        { signal },
      ),
    initialPageParam: { page: 1, before: null as number | null },
    getNextPageParam: ({ pageInfo: { currentPage, nextBefore } }) =>
      nextBefore === null ? undefined : { page: currentPage + 1, before: nextBefore },
    placeholderData: keepPreviousData,
    // skips the comparison: earlier pages keep their identity anyway, and comparing them would take longer with every
    // page
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: WAY_BACK_MS,
  });

/** Removes the cached lists that are not visible, because they are outdated. */
export const forgetLeftCoupons = (client: QueryClient): void =>
  client.removeQueries({ queryKey: COUPONS_KEY, type: 'inactive' });

/** Reads the visible list again from its first page, because it is outdated. */
export const readCouponsAgain = (client: QueryClient): void =>
  void client.resetQueries({ queryKey: COUPONS_KEY, type: 'active' });

/** Notes in every list whether a coupon is shared, and under which code (C14). */
export function markShared(client: QueryClient, id: number, sharedCode: string | undefined): void {
  client.setQueriesData<InfiniteData<CouponPage>>({ queryKey: COUPONS_KEY }, (known) => {
    const isHere = known?.pages.some(({ coupons }) => coupons.some((coupon) => coupon.id === id));
    if (!known || !isHere) return known;
    const pages = known.pages.map((page) => ({
      ...page,
      coupons: page.coupons.map((coupon) => (coupon.id === id ? { ...coupon, sharedCode } : coupon)),
    }));
    return { ...known, pages };
  });
}

/** Updates the state of coupons in every list; pages without them keep their identity. */
export function markCoupons(client: QueryClient, coupons: readonly Coupon[], state: CouponState): void {
  const ids = new Set(coupons.map(({ id }) => id));
  client.setQueriesData<InfiniteData<CouponPage>>(
    { queryKey: COUPONS_KEY },
    (known) => known && { ...known, pages: known.pages.map((page) => markedPage(page, ids, state)) },
  );
}

function markedPage(page: CouponPage, ids: ReadonlySet<number>, state: CouponState): CouponPage {
  if (!page.coupons.some(({ id }) => ids.has(id))) return page;
  return {
    ...page,
    coupons: page.coupons.map((coupon) => (ids.has(coupon.id) ? { ...coupon, state } : coupon)),
  };
}

/** Changes the counts in the header and on the badges at once; the server's data follow (C4). */
export function changeCounts(
  client: QueryClient,
  by: { coins?: number; coupons?: number; cases?: number },
): void {
  client.setQueryData(
    playerQuery.queryKey,
    (known) =>
      known && {
        ...known,
        user: { ...known.user, premiumCoins: known.user.premiumCoins + (by.coins ?? 0) },
        couponCount: Math.max(0, known.couponCount + (by.coupons ?? 0)),
        caseCount: Math.max(0, known.caseCount + (by.cases ?? 0)),
      },
  );
}

/**
 * Updates every page after an opening: the counts at once, then with the server's data.
 * @param prizes undefined if the opening failed
 * @returns the remaining pieces of the case, if known
 */
export function publishOpening(
  client: QueryClient,
  caseId: number,
  prizes: readonly Coupon[] | undefined,
): number | undefined {
  const { queryKey: caseKey } = userCaseQuery(caseId);
  if (prizes) {
    const opened = prizes.length;
    client.setQueryData(caseKey, (known) => known && { ...known, count: Math.max(0, known.count - opened) });
    changeCounts(client, { coupons: opened, cases: -opened });
    forgetLeftCoupons(client);
  }
  for (const queryKey of [['cases'], playerQuery.queryKey]) void client.invalidateQueries({ queryKey });
  return client.getQueryData(caseKey)?.count;
}
