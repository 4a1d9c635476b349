import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/**
 * Keeps what `build` makes for each database handle: a statement with placeholders and a name. Drizzle then writes its SQL
 * once, and PostgreSQL parses it once for each connection.
 */
export function prepared<T>(build: (db: NodePgDatabase) => T): (db: NodePgDatabase) => T {
  const built = new WeakMap<NodePgDatabase, T>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const made = build(db);
    built.set(db, made);
    return made;
  };
}
