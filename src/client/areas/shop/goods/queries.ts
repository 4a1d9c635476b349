import { queryOptions } from '@tanstack/react-query';
import { shopCalls } from '#/contract/calls/shop.ts';
import { call } from '#/client/platform/api/api.ts';
import { SAYS_OFFLINE } from '#/client/domain/queries/shopQueries.ts';

/**
 * The goods of a server (S7).
 * @param server key of the server
 */
export const goodsQuery = (server: string) =>
  queryOptions({
    ...SAYS_OFFLINE,
    queryKey: ['shop', 'goods', server],
    queryFn: async ({ signal }) => (await call(shopCalls.goods, { query: { server } }, { signal })).goods,
  });

/** One case with its contents and today's odds (RT4). */
export const shopCaseQuery = (id: number) =>
  queryOptions({
    ...SAYS_OFFLINE,
    queryKey: ['shop', 'case', id],
    queryFn: ({ signal }) => call(shopCalls.shopCase, { params: { id: String(id) } }, { signal }),
  });
