import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '#/contract/endpoints.ts';
import type { ServerStatistic } from '#/contract/landing.ts';
import { call } from '../api.ts';

const REFRESH_MS = 30_000;

/** Players on every server, brought up to date while the page is open (L7). */
export const serversStatisticQuery = queryOptions({
  queryKey: ['serversStatistic'],
  queryFn: async ({ signal }) => (await call(endpoints.serversStatistic, {}, { signal })).servers,
  refetchInterval: REFRESH_MS,
});

/** Players in the whole city (L7). */
export function playersOnline(servers: readonly ServerStatistic[]): number {
  return servers.reduce((sum, { online }) => sum + online, 0);
}
