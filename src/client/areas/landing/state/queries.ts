import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { landingCalls } from '#/contract/calls/landing.ts';
import type { ServersStatistic, ServerStatistic } from '#/contract/landing.ts';
import { call } from '#/client/platform/api/api.ts';
import { useCallback } from 'react';
import { useLive, useLiveIsOpen } from '#/client/platform/api/live.ts';

/** Interval of polling while the live stream is closed. */
const REFRESH_MS = 30_000;

/** Players on every server, and the peak (L7). */
export const serversStatisticQuery = queryOptions({
  queryKey: ['serversStatistic'],
  queryFn: ({ signal }) => call(landingCalls.serversStatistic, {}, { signal }),
});

/** The promotion, the servers and the news. */
export const landingDataQuery = queryOptions({
  queryKey: ['landingData'],
  queryFn: ({ signal }) => call(landingCalls.landingData, {}, { signal }),
  staleTime: 300_000,
});

/** Sums the players of all servers (L7). Null if no server answers, because the number is unknown. */
export function playersOnline(servers: readonly ServerStatistic[]): number | null {
  if (!servers.some(({ isOnline }) => isOnline)) return null;
  return servers.reduce((sum, { online }) => sum + online, 0);
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * The most players ever online, if that was at least a day ago (L7). A younger one rises with the present number: it
 * would always equal it.
 */
export function standingPeak({ record }: ServersStatistic): ServersStatistic['record'] {
  return record && Date.now() - Date.parse(record.at) >= DAY_MS ? record : null;
}

/** Sums the free slots of the servers that answer. Null if one of them does not tell its slots. */
export function freeSlots(servers: readonly ServerStatistic[]): number | null {
  const open = servers.filter(({ isOnline }) => isOnline);
  if (open.length === 0 || open.some(({ slots }) => slots === null)) return null;
  return open.reduce((sum, { online, slots }) => sum + Math.max(0, (slots ?? 0) - online), 0);
}

/** The players on all servers, from the live stream. While the stream is closed, they are polled (L7). */
export function useServersStatistic() {
  const isLive = useLiveIsOpen();
  return useQuery({ ...serversStatisticQuery, refetchInterval: isLive ? false : REFRESH_MS });
}

/** Applies the events of the live stream to the counts. Use it once on a page. */
export function useLiveServers(): void {
  const queryClient = useQueryClient();
  const take = useCallback(
    (statistic: ServersStatistic) => queryClient.setQueryData(serversStatisticQuery.queryKey, statistic),
    [queryClient],
  );
  useLive('servers', take);
}
