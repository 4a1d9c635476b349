import type { ServersStatistic } from '#/contract/landing.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { ServerRow } from './listServers.ts';

/** Lists the players of each server. A server that does not answer counts 0 and is marked (L7). */
export async function serversStatistic(
  { playerCounts }: Pick<Deps, 'playerCounts'>,
  servers: readonly Pick<ServerRow, 'key' | 'names'>[],
): Promise<(locale: Locale) => ServersStatistic> {
  const { ofServer, peak } = await playerCounts.current();
  return (locale) => ({
    servers: servers.map(({ key, names }) => {
      const count = ofServer.get(key);
      return {
        key,
        name: names[locale],
        online: count?.online ?? 0,
        slots: count?.slots ?? null,
        isOnline: count !== undefined,
      };
    }),
    record: peak && { online: peak.online, at: peak.at.toISOString() },
  });
}
