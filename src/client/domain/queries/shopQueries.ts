import { queryOptions } from '@tanstack/react-query';
import { shopCalls } from '#/contract/calls/shop.ts';
import { call } from '#/client/platform/api/api.ts';

/** Without a connection a page says so at once, and loads by itself when the connection is back. */
export const SAYS_OFFLINE = { networkMode: 'always', refetchOnReconnect: true } as const;

/** Servers, tabs, tiers and payment methods of the whole shop (S1). */
export const donateDataQuery = queryOptions({
  ...SAYS_OFFLINE,
  queryKey: ['shop', 'data'],
  queryFn: ({ signal }) => call(shopCalls.donateData, {}, { signal }),
});

/** The cases of the shop (S6). */
export const shopCasesQuery = queryOptions({
  ...SAYS_OFFLINE,
  queryKey: ['shop', 'cases'],
  queryFn: async ({ signal }) => (await call(shopCalls.shopCases, {}, { signal })).cases,
});
