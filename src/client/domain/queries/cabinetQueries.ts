import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { passkeyCalls } from '#/contract/calls/passkeys.ts';
import { call } from '#/client/platform/api/api.ts';

/** The player's sessions and trusted devices. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(cabinetCalls.sessions, {}, { signal }),
});

/** The player's passkeys (A12). */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(passkeyCalls.passkeys, {}, { signal }),
});

/** The secret that waits for activation (C8). The server keeps it for ten minutes, and the client does not cache it. */
export const twoFaSecretQuery = queryOptions({
  queryKey: ['twoFaSecret'],
  queryFn: ({ signal }) => call(cabinetCalls.twoFaSecret, {}, { signal }),
  staleTime: 9 * 60_000,
  gcTime: 0,
});

/** Cursor of a list's page: entries before an id. */
const beforeOf = (before: number | null) => ({ query: before === null ? {} : { before: String(before) } });

/** Settings of paged lists: a list is cached only while it is visible, and restarts at its first page. */
const PAGED_LIST = { initialPageParam: null as number | null, staleTime: Infinity, gcTime: 0 };

/** Incoming and outgoing coins of the player's wallet, newest first (C3). */
export const movementsQuery = infiniteQueryOptions({
  ...PAGED_LIST,
  queryKey: ['movements'],
  queryFn: ({ pageParam, signal }) => call(cabinetCalls.movements, beforeOf(pageParam), { signal }),
  getNextPageParam: ({ nextBefore }) => nextBefore,
});

/** The players whom the player has invited, newest first (C7). */
export const invitedPlayersQuery = infiniteQueryOptions({
  ...PAGED_LIST,
  queryKey: ['referral', 'players'],
  queryFn: ({ pageParam, signal }) => call(cabinetCalls.invitedPlayers, beforeOf(pageParam), { signal }),
  getNextPageParam: ({ nextBefore }) => nextBefore,
});

/** All data of the referral page (C7), loaded together. */
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

/** The link that invites a friend, with its QR code (C7). */
export const invitationQuery = queryOptions({
  queryKey: ['referral', 'invitation'],
  queryFn: ({ signal }) => call(cabinetCalls.invitation, {}, { signal }),
  staleTime: Infinity,
});
