import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { call } from '../api.ts';

/** Where the player is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(cabinetCalls.sessions, {}, { signal })).sessions,
});

/** The secret that waits to be activated (C8). The server keeps it for ten minutes; nothing of it stays in memory. */
export const twoFaSecretQuery = queryOptions({
  queryKey: ['twoFaSecret'],
  queryFn: ({ signal }) => call(cabinetCalls.twoFaSecret, {}, { signal }),
  staleTime: 9 * 60_000,
  gcTime: 0,
});

/** A page of a list that goes on before an id. */
const beforeOf = (before: number | null) => ({ query: before === null ? {} : { before: String(before) } });

/** A list that may be long lives as long as it is looked at, and begins anew with its first page. */
const ENDLESS = { initialPageParam: null as number | null, staleTime: Infinity, gcTime: 0 };

/** What came into the player's wallet and what went out, newest first (C3). */
export const movementsQuery = infiniteQueryOptions({
  ...ENDLESS,
  queryKey: ['movements'],
  queryFn: ({ pageParam, signal }) => call(cabinetCalls.movements, beforeOf(pageParam), { signal }),
  getNextPageParam: ({ nextBefore }) => nextBefore,
});

/** The players somebody has invited, newest first (C7). */
export const invitedPlayersQuery = infiniteQueryOptions({
  ...ENDLESS,
  queryKey: ['referral', 'players'],
  queryFn: ({ pageParam, signal }) => call(cabinetCalls.invitedPlayers, beforeOf(pageParam), { signal }),
  getNextPageParam: ({ nextBefore }) => nextBefore,
});

/** What the whole referral page is drawn from (C7): it is there as a whole or not at all. */
export const referralQuery = queryOptions({
  queryKey: ['referral', 'statistic'],
  queryFn: async ({ signal }) => {
    const [statistic, { statuses }, { milestones }] = await Promise.all([
      call(cabinetCalls.accountStatistic, {}, { signal }),
      call(cabinetCalls.statusStatistic, {}, { signal }),
      call(cabinetCalls.milestone, {}, { signal }),
    ]);
    return { ...statistic, statuses, milestones };
  },
});
