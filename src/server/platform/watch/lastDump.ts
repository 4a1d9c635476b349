import { type SQL, sql } from 'drizzle-orm';

/** A dump is made once a day, and a large one takes hours. */
const LATE_MS = 30 * 60 * 60_000;

/**
 * SQL: 1 when the last whole dump of the database is too old (N12). 0 otherwise, and where a program makes the dumps
 * that does not note them.
 */
export const dumpLate = (at: Date): SQL => sql`(SELECT count(*)::int FROM last_dump
  WHERE coalesce(ended_at, watched_since) < ${new Date(at.getTime() - LATE_MS)})`;
