import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { landingCalls } from '#/contract/calls/landing.ts';
import type { ServersStatistic, ServerStatistic } from '#/contract/landing.ts';
import { call } from '#/client/platform/api/api.ts';
import { useCallback } from 'react';
import { useLive, useLiveIsOpen } from '#/client/platform/api/live.ts';

/** How often the counts are asked for while no stream tells them. */
const REFRESH_MS = 30_000;

/** Players on every server and the record (L7). */
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

/** Players in the whole city (L7); null while no server answers, since nobody knows then. */
export function playersOnline(servers: readonly ServerStatistic[]): number | null {
  if (!servers.some(({ isOnline }) => isOnline)) return null;
  return servers.reduce((sum, { online }) => sum + online, 0);
}

/** The counts of all servers, as the stream tells them; asked for again and again while it is down (L7). */
export function useServersStatistic() {
  const isLive = useLiveIsOpen();
  return useQuery({ ...serversStatisticQuery, refetchInterval: isLive ? false : REFRESH_MS });
}

/** Keeps the counts up to date with the stream; once on a page. */
export function useLiveServers(): void {
  const queryClient = useQueryClient();
  const take = useCallback(
    (statistic: ServersStatistic) => queryClient.setQueryData(serversStatisticQuery.queryKey, statistic),
    [queryClient],
  );
  useLive('servers', take);
}
