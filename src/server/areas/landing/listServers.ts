import { asc } from 'drizzle-orm';
import { servers } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

export type ServerRow = typeof servers.$inferSelect;

/** The game servers in the order of the selectors (A1). */
export function listServers({ db }: Pick<Deps, 'db'>): Promise<ServerRow[]> {
  return db.select().from(servers).orderBy(asc(servers.sortOrder), asc(servers.key));
}
