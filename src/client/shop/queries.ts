import { queryOptions } from '@tanstack/react-query';
import { shopCalls } from '#/contract/calls/shop.ts';
import { call } from '../api.ts';

/** Without a connection a page says so at once, and loads by itself when it is back. */
const SAYS_OFFLINE = { networkMode: 'always', refetchOnReconnect: true } as const;

/** Servers, tabs, tiers and ways to pay: what the whole shop is drawn from (S1). */
export const donateDataQuery = queryOptions({
  ...SAYS_OFFLINE,
  queryKey: ['shop', 'data'],
  queryFn: ({ signal }) => call(shopCalls.donateData, {}, { signal }),
});

/** What is sold on a server (S7). @param server its key */
export const goodsQuery = (server: string) =>
  queryOptions({
    ...SAYS_OFFLINE,
    queryKey: ['shop', 'goods', server],
    queryFn: async ({ signal }) => (await call(shopCalls.goods, { query: { server } }, { signal })).goods,
  });

/** The cases of the shop (S6). */
export const shopCasesQuery = queryOptions({
  ...SAYS_OFFLINE,
  queryKey: ['shop', 'cases'],
  queryFn: async ({ signal }) => (await call(shopCalls.shopCases, {}, { signal })).cases,
});

/** One case with its contents and today's odds (RT4). */
export const shopCaseQuery = (id: number) =>
  queryOptions({
    ...SAYS_OFFLINE,
    queryKey: ['shop', 'case', id],
    queryFn: ({ signal }) => call(shopCalls.shopCase, { params: { id: String(id) } }, { signal }),
  });
