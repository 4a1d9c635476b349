import { queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../../platform/operatorApi.ts';

/** Things that can be given to a player. */
export const giftsQuery = (id: number) =>
  queryOptions({
    queryKey: ['playerGifts', id],
    queryFn: ({ signal }) =>
      callOperator(operatorCalls.playerGifts, { params: { id: String(id) } }, { signal }),
  });
