import { queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../../platform/operatorApi.ts';

/** What a player may be given. */
export const giftsQuery = (id: number) =>
  queryOptions({
    queryKey: ['playerGifts', id],
    queryFn: ({ signal }) =>
      callOperator(operatorCalls.playerGifts, { params: { id: String(id) } }, { signal }),
  });
