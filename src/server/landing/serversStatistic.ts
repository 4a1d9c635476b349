import type { Deps } from '../deps.ts';
import type { ServerRow } from './listServers.ts';

/** Players of each server; one that does not answer counts 0 and is marked (L7). */
export async function serversStatistic(
  { gameServers, log }: Deps,
  servers: readonly ServerRow[],
): Promise<(ServerRow & { online: number; isOnline: boolean })[]> {
  const keys = servers.map(({ key }) => key);
  const counts = await gameServers.onlineOf(keys).catch((error: unknown) => {
    log.warn({ err: error }, 'the source of player counts failed');
    return new Map<string, number | null>();
  });
  return servers.map((server) => {
    const count = counts.get(server.key) ?? null;
    return { ...server, online: count ?? 0, isOnline: count !== null };
  });
}
