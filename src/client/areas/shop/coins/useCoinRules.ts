import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { donateDataQuery } from '#/client/domain/queries/shopQueries.ts';
import { type CoinRules, coinRulesOf } from './coinAmount.ts';

/** The rules for buying coins; undefined while they load, or while coins are not sold. */
export function useCoinRules(): CoinRules | undefined {
  const { data } = useQuery(donateDataQuery);
  const product = data?.products.find(({ type, is_coming_soon: isAhead }) => type === 'one_coin' && !isAhead);
  return useMemo(() => product && coinRulesOf(product), [product]);
}
