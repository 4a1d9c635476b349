import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Warnings about GAME_SERVERS for the operator, as sentences for the log of the start. */
export async function gameServerWarnings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<string[]> {
  const known = new Set((await db.select({ key: servers.key }).from(servers)).map(({ key }) => key));
  return [...config.gameServers.sources.keys()]
    .filter((key) => !known.has(key))
    .map((key) => `GAME_SERVERS names ${key}, which is no server of the catalogue.`);
}
