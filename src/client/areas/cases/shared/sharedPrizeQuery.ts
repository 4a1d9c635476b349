import { queryOptions } from '@tanstack/react-query';
import { casesCalls } from '#/contract/calls/cases.ts';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import { parseOdds } from '#/contract/fair.ts';
import { call } from '#/client/platform/api/api.ts';

/** A shared prize (C14). */
export const sharedPrizeQuery = (code: string) =>
  queryOptions({
    queryKey: ['prize', code],
    queryFn: ({ signal }) => call(casesCalls.sharedPrize, { params: { prize: code } }, { signal }),
  });

/** The items of an odds table in its order, which is the order of the case's page: the tiles follow from it. */
export const oddsItemsQuery = (hash: string) =>
  queryOptions({
    queryKey: ['odds', hash],
    queryFn: async ({ signal }) => {
      const { text, items } = await call(fairnessCalls.fairOdds, { params: { hash } }, { signal });
      return parseOdds(text).flatMap(({ itemId, tickets }) => {
        const item = items.find(({ id }) => id === itemId);
        return item ? [{ ...item, tickets }] : [];
      });
    },
    staleTime: Infinity,
  });
