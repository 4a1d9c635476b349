import { infiniteQueryOptions } from '@tanstack/react-query';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import { call } from '#/client/platform/api/api.ts';

export const PAST_EPOCHS_KEY = ['pastEpochs'];

/** The player's epochs, the newest first, page by page. The first one is live. */
export const pastEpochsQuery = infiniteQueryOptions({
  queryKey: PAST_EPOCHS_KEY,
  queryFn: ({ pageParam, signal }) =>
    call(fairnessCalls.fairEpochs, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextBefore }) => nextBefore,
});
