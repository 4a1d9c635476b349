import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** Formats a time column as ISO 8601, UTC. */
export function isoTime<C extends AnyColumn>(
  column: C,
): SQL<C['_']['notNull'] extends true ? string : string | null> {
  return sql`${column}`.mapWith((value: string) => new Date(value).toISOString());
}
