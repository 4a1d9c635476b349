import { type Drop, type DropFeedReply, DROPS_SHOWN } from '#/contract/cases.ts';
import { queryOptions } from '@tanstack/react-query';
import { casesCalls } from '#/contract/calls/cases.ts';
import { call } from '#/client/platform/api/api.ts';

/**
 * The feed of rare prizes: the newest first, or in quiet times the best of the week (FA8).
 * @param caseId only the prizes of this case; of all cases if absent
 */
export const dropsQuery = (caseId?: number) => {
  const queryKey = ['drops', caseId ?? 'all'];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const query = caseId === undefined ? {} : { case: String(caseId) };
      const answer = await call(casesCalls.drops, { query }, { signal });
      const known = client.getQueryData<DropFeedReply>(queryKey);
      if (answer.period === 'week' || known?.period !== 'newest') return answer;
      // keeps drops that the stream delivered meanwhile, because they are newer than the answer
      const newestId = answer.drops[0]?.id ?? 0;
      return addDrops(
        answer,
        known.drops.filter(({ id }) => id > newestId),
      );
    },
  });
};

/** Adds drops to a live feed, each once, the newest first. The oldest ones are removed if the list is too long. */
export function addDrops(feed: DropFeedReply, more: readonly Drop[]): DropFeedReply {
  const byId = new Map([...feed.drops, ...more].map((drop) => [drop.id, drop]));
  const drops = [...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, DROPS_SHOWN);
  return { period: 'newest', drops };
}

/** The player's cases with their pieces, and the prizes not shown yet. */
export const inventoryQuery = queryOptions({
  queryKey: ['cases', 'list'],
  queryFn: ({ signal }) => call(casesCalls.userCases, {}, { signal }),
});
