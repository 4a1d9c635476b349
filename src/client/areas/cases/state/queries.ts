import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { couponState, Coupon, CouponPage, Rarity } from '#/contract/cases.ts';
import { casesCalls } from '#/contract/calls/cases.ts';
import { call } from '../api.ts';
import { inventoryQuery } from '../inventory.ts';
import { playerQuery } from '../player.ts';
import type { OpeningOutcome } from './caseOpening.ts';

/** The player's cases with their pieces (C4). */
export const userCasesQuery = queryOptions({ ...inventoryQuery, select: ({ userCases }) => userCases });

/** Prizes whose opening was cut short, newest first. */
export const unrevealedQuery = queryOptions({ ...inventoryQuery, select: ({ unrevealed }) => unrevealed });

/** Tells the server that the player has seen these prizes; unheard, they are shown once more at the next visit. */
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

type CouponState = z.infer<typeof couponState>;

/** Which coupons a list shows. */
export interface CouponFilter {
  color: Rarity | undefined;
  state: CouponState;
}

const COUPONS_KEY = ['coupons'];

/** How long a list that was left waits for the way back. */
const WAY_BACK_MS = 10 * 60_000;

/**
 * The player's coupons, newest first, page by page (C5). A list belongs to a visit and is never brought up to date, which
 * would take hundreds of requests: the way back finds it as it was left, every other way begins a new one.
 * @param visit the entry in the browser's history that shows it
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
    // pages that were there stay the same objects anyhow; to compare all of them with each new one would take ever longer
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: WAY_BACK_MS,
  });

/** Lists that nobody looks at no longer say what the player owns. */
export const forgetLeftCoupons = (client: QueryClient): void =>
  client.removeQueries({ queryKey: COUPONS_KEY, type: 'inactive' });

/** Shows coupons in another state, wherever they are listed; pages without them stay the same objects. */
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

/** What the header and the badges show changes by so much at once; the server's word follows (C4). */
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
 * Makes every page show what an opening changed; the counts change at once, the server's word follows.
 * @returns pieces of the case that are left, as far as that is known
 */
export function publishOpening(
  client: QueryClient,
  caseId: number,
  { prizes }: OpeningOutcome,
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
