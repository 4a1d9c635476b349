import { queryOptions } from '@tanstack/react-query';
import { landingCalls } from '#/contract/calls/landing.ts';
import { call } from '#/client/platform/api/api.ts';

/** The game servers for every selector. */
export const serversQuery = queryOptions({
  queryKey: ['servers'],
  queryFn: async ({ signal }) => (await call(landingCalls.servers, {}, { signal })).servers,
  staleTime: Infinity,
});
