import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { QueryConfig } from 'pg';

/**
 * Caches what `build` makes for each database handle: a statement with placeholders and a name. Drizzle then writes its SQL
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

const dialect = new PgDialect();

/**
 * Prepares a statement that is written as SQL: its text is built once, and PostgreSQL parses it once for each connection.
 * @param name unique on the site
 * @returns what the pool is asked with, for values by the names of their placeholders
 */
export function preparedText(name: string, query: SQL): (values: Record<string, unknown>) => QueryConfig {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return (values) => ({ name, text, values: fillPlaceholders(params, values) });
}
