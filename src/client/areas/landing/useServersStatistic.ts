import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ServersStatistic } from '#/contract/landing.ts';
import { useLive, useLiveIsOpen } from '#/client/platform/api/live.ts';
import { REFRESH_MS, serversStatisticQuery } from './queries.ts';

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
