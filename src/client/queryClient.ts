import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** An answer is final; only a request that got none is tried again. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && error.status === 0;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
