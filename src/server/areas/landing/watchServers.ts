import { DEFAULT_LOCALE } from '#/contract/kernel/locale.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { listServers } from './listServers.ts';
import { serversStatistic } from './serversStatistic.ts';

/** @returns a function that polls the game servers once and publishes changes to the open pages (L7) */
export function watchServers(deps: Deps): () => Promise<void> {
  let told = '';
  return async () => {
    await deps.playerCounts.poll();
    const statisticIn = await serversStatistic(deps, await listServers(deps));
    const text = JSON.stringify(statisticIn(DEFAULT_LOCALE));
    if (text === told) return;
    deps.live.publish('servers', statisticIn);
    told = text;
  };
}
