import { queryOptions, useQuery } from '@tanstack/react-query';
import { shopCalls } from '#/contract/calls/shop.ts';
import { call } from '#/client/platform/api/api.ts';
import { centsOf } from '#/contract/kernel/amounts.ts';
import { COIN_PRICE_EURO } from '#/contract/kernel/limits.ts';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';

/** Without a connection the query fails at once, and it loads when the connection is back. */
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

/** Formats the price of coins in euro today; undefined while the price is loading. */
export function useCoinWorth(): (coins: number) => string | undefined {
  const { data } = useQuery(donateDataQuery);
  const product = data?.products.find(({ type }) => type === 'one_coin');
  if (!product) return () => undefined;
  const coinCents = centsOf(product.base_price ?? COIN_PRICE_EURO);
  return (coins) => formatEuro(coins * coinCents);
}
