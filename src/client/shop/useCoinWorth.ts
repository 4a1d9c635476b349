import { useQuery } from '@tanstack/react-query';
import { pageConfig } from '../pageConfig.ts';
import { priceText } from '../ui/priceText.ts';
import { coinRulesOf } from './coinAmount.ts';
import { donateDataQuery } from './queries.ts';

/** Says what coins would cost in euro; undefined while their price is not known. */
export function useCoinWorth(): (coins: number) => string | undefined {
  const { data } = useQuery(donateDataQuery);
  const product = data?.products.find(({ type }) => type === 'one_coin');
  if (!product) return () => undefined;
  const { basePriceCents } = coinRulesOf(product);
  return (coins) => priceText({ currency: 'EUR', cents: coins * basePriceCents }, pageConfig.locale);
}
