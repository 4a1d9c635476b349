import { servers } from './db/schema.ts';
import type { Deps } from './deps.ts';

/** What the operator should know about GAME_SERVERS, in sentences for the log of the start. */
export async function gameServerWarnings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<string[]> {
  const known = new Set((await db.select({ key: servers.key }).from(servers)).map(({ key }) => key));
  return [...config.gameServers.sources.keys()]
    .filter((key) => !known.has(key))
    .map((key) => `GAME_SERVERS names ${key}, which is no server of the catalogue.`);
}
