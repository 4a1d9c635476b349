import { queryOptions } from '@tanstack/react-query';
import { casesCalls } from '#/contract/calls/cases.ts';
import { type Drop, DROPS_SHOWN } from '#/contract/drops.ts';
import { call } from './api.ts';

const KEY = ['drops'];

/** The newest rare prizes of all players, the newest first. */
export const dropsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ client, signal }) => {
    const { drops } = await call(casesCalls.drops, {}, { signal });
    // one that the stream told of meanwhile is newer than the answer
    return mergeDrops(client.getQueryData<Drop[]>(KEY) ?? [], drops);
  },
});

/** Adds drops to a list, each once, the newest first; what is too much falls off at its end. */
export function mergeDrops(known: readonly Drop[], more: readonly Drop[]): Drop[] {
  const byId = new Map([...more, ...known].map((drop) => [drop.id, drop]));
  return [...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, DROPS_SHOWN);
}
