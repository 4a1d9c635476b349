import { queryOptions } from '@tanstack/react-query';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { ServerLane, ServerMark } from '#/contract/operator/servers.ts';
import { callOperator } from '../platform/operatorApi.ts';

const EVERY_MS = 10_000;

/** All game servers. The query repeats automatically. */
export const serversQuery = queryOptions({
  queryKey: ['servers'],
  queryFn: ({ signal }) => callOperator(operatorCalls.servers, {}, { signal }),
  staleTime: 0,
  refetchInterval: EVERY_MS,
});

/** One game server with its keys and ledgers. */
export const serverQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id],
    queryFn: ({ signal }) => callOperator(operatorCalls.server, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  });

const has = ({ alarms }: ServerLane, name: string) => alarms.some(({ alarm }) => alarm === name);

/** Whether a server matches a mark of the list's filter. */
export function isMarked(server: ServerLane, mark: ServerMark): boolean {
  if (mark === 'alarm') return server.alarms.length > 0;
  return mark === 'keys' ? server.keyEndsAt !== null : has(server, mark);
}
