import { and, eq, notLike } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Config } from '#/server/platform/config/config.ts';
import type { GameServerSource } from '#/server/platform/config/gameServerSettings.ts';
import { gameInstances } from '#/server/platform/db/tables/game.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { askInTurn } from './askInTurn.ts';
import { askFivem } from './fivem.ts';
import type { GameServers, PlayerCount } from '#/server/ports/gameServers.ts';
import { lastHeartbeat } from './heartbeat.ts';
import { rageMpList } from './rageMp.ts';
import { simulatedCount } from './simulated.ts';

const NAMES: Record<GameServerSource['kind'], string> = {
  heartbeat: 'reported by',
  fivem: 'FiveM',
  ragemp: 'RAGE MP',
};

/** Creates the source of each game server from the settings. In the demonstration the others get invented numbers. */
export function gameServersOf(
  { gameServers: { sources, intervalMs, rageMpListUrl }, isDemo }: Pick<Config, 'gameServers' | 'isDemo'>,
  deps: Pick<Deps, 'db' | 'pool' | 'now' | 'secretKey'>,
): GameServers {
  const { db, now } = deps;
  const askRageMp = rageMpList(rageMpListUrl, now);
  const askSource = (key: string, source: GameServerSource): Promise<PlayerCount | null> => {
    if (source.kind === 'heartbeat') return lastHeartbeat(db, key);
    return askInTurn(deps, { key, intervalMs }, () =>
      source.kind === 'fivem' ? askFivem(source.url, now) : askRageMp(source.address),
    );
  };
  return {
    source: descriptionOf(sources, isDemo),
    ask: async (key) => {
      const source = sources.get(key);
      if (source) return askSource(key, source);
      // an adapter reports the players with every poll (D24)
      if (await hasAdapter(db, key)) return lastHeartbeat(db, key);
      return isDemo ? simulatedCount(key, now()) : null;
    },
  };
}

/** Whether an adapter of a real game counts the players of a server. Simulated games have almost none. */
async function hasAdapter(db: NodePgDatabase, key: string): Promise<boolean> {
  const ofRealGame = notLike(gameInstances.adapter, 'onerp-simulated %');
  return (await db.$count(gameInstances, and(eq(gameInstances.serverKey, key), ofRealGame))) > 0;
}

function descriptionOf(sources: ReadonlyMap<string, GameServerSource>, isDemo: boolean): string {
  const real = (['heartbeat', 'fivem', 'ragemp'] as const).flatMap((kind) => {
    const keys = [...sources].filter(([, source]) => source.kind === kind).map(([key]) => key);
    return keys.length > 0 ? [`${NAMES[kind]} ${keys.join(', ')}`] : [];
  });
  if (!isDemo) return real.join('; ') || 'none, every server is shown as offline';
  return [...real, `${real.length > 0 ? 'the others ' : ''}simulated (demonstration mode)`].join('; ');
}
