import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** An answer is final; only a request that got none is tried again. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && error.status === 0;

/** Without a connection a call fails and says so, instead of waiting silently for the connection. */
const SAYS_OFFLINE = { networkMode: 'always' } as const;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      ...SAYS_OFFLINE,
      retry,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
    },
    mutations: { ...SAYS_OFFLINE, retry: false },
  },
});
