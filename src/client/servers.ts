import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '#/contract/endpoints.ts';
import { call } from './api.ts';

/** The servers an account can live on, for every selector. */
export const serversQuery = queryOptions({
  queryKey: ['servers'],
  queryFn: async ({ signal }) => (await call(endpoints.servers, {}, { signal })).servers,
  staleTime: Infinity,
});
