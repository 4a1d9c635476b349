import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '#/contract/endpoints.ts';
import { call } from '../api.ts';

/** Where the player is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(endpoints.sessions, {}, { signal })).sessions,
});

/** The secret that waits to be activated (C8). The server keeps it for ten minutes; nothing of it stays in memory. */
export const twoFaSecretQuery = queryOptions({
  queryKey: ['twoFaSecret'],
  queryFn: ({ signal }) => call(endpoints.twoFaSecret, {}, { signal }),
  staleTime: 9 * 60_000,
  gcTime: 0,
});
