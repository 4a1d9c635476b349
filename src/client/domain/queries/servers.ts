import { queryOptions } from '@tanstack/react-query';
import { landingCalls } from '#/contract/calls/landing.ts';
import { call } from './api.ts';

/** The servers an account can live on, for every selector. */
export const serversQuery = queryOptions({
  queryKey: ['servers'],
  queryFn: async ({ signal }) => (await call(landingCalls.servers, {}, { signal })).servers,
  staleTime: Infinity,
});
