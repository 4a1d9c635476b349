import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Every answer is final. Only requests without an answer are repeated. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && error.status === 0;

/** Without a connection a call fails at once, instead of waiting silently. */
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
