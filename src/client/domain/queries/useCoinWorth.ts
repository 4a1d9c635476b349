import { useQuery } from '@tanstack/react-query';
import { centsOf } from '#/contract/amounts.ts';
import { COIN_PRICE_EURO } from '#/contract/limits.ts';
import { donateDataQuery } from './shopQueries.ts';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';

/** Formats what coins would cost in euro today; undefined while the price is not known. */
export function useCoinWorth(): (coins: number) => string | undefined {
  const { data } = useQuery(donateDataQuery);
  const product = data?.products.find(({ type }) => type === 'one_coin');
  if (!product) return () => undefined;
  const coinCents = centsOf(product.base_price ?? COIN_PRICE_EURO);
  return (coins) => formatEuro(coins * coinCents);
}
