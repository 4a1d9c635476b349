import { asc } from 'drizzle-orm';
import { servers, type Localised } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

export interface ServerRow {
  key: string;
  names: Localised;
}

/** The game servers in the order of the selectors (A1). */
export function listServers({ db }: Deps): Promise<ServerRow[]> {
  return db
    .select({ key: servers.key, names: servers.names })
    .from(servers)
    .orderBy(asc(servers.sortOrder), asc(servers.key));
}
