import { asc } from 'drizzle-orm';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

export type ServerRow = typeof servers.$inferSelect;

/** Lists the game servers in the order of the selectors (A1). */
export function listServers({ db }: Pick<Deps, 'db'>): Promise<ServerRow[]> {
  return db.select().from(servers).orderBy(asc(servers.sortOrder), asc(servers.key));
}
