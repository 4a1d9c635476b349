import { queryOptions } from '@tanstack/react-query';
import { landingCalls } from '#/contract/calls/landing.ts';
import { call } from '#/client/platform/api/api.ts';

/** Announced changes of the terms that are not in force yet (RT17). */
export const termsNoticesQuery = queryOptions({
  queryKey: ['termsNotices'],
  queryFn: ({ signal }) => call(landingCalls.termsNotices, {}, { signal }),
});
