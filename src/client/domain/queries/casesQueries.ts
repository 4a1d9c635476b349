import { type Drop, DROPS_SHOWN } from '#/contract/cases.ts';
import { queryOptions } from '@tanstack/react-query';
import { casesCalls } from '#/contract/calls/cases.ts';
import { call } from '#/client/platform/api/api.ts';

const KEY = ['drops'];

/** The newest rare prizes of all players, the newest first. */
export const dropsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ client, signal }) => {
    const { drops } = await call(casesCalls.drops, {}, { signal });
    // keeps drops that the stream delivered meanwhile, because they are newer than the answer
    return mergeDrops(client.getQueryData<Drop[]>(KEY) ?? [], drops);
  },
});

/** Adds drops to a list, each once, the newest first. The oldest ones are removed if the list is too long. */
export function mergeDrops(known: readonly Drop[], more: readonly Drop[]): Drop[] {
  const byId = new Map([...more, ...known].map((drop) => [drop.id, drop]));
  return [...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, DROPS_SHOWN);
}

/** The player's cases with their pieces, and the prizes not shown yet. */
export const inventoryQuery = queryOptions({
  queryKey: ['cases', 'list'],
  queryFn: ({ signal }) => call(casesCalls.userCases, {}, { signal }),
});
