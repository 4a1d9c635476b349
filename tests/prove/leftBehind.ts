import type pg from 'pg';

/** Tables that refused requests may change: attempts are counted, and captcha tokens are used up. */
const NO_BUSINESS = new Set(['budgets', 'spent_captchas', 'jobs']);
/** Columns of other tables for which the same is true. */
const NO_BUSINESS_COLUMNS = ['last_seen_at', 'attempts'];

/** A hash for each table of what the business holds. */
export async function fingerprint(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const names = tables.map(({ name }) => name).filter((name) => !NO_BUSINESS.has(name));
  const parts = names.map(
    (name) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(line, E'\\n' ORDER BY line), '')) AS hash
       FROM (SELECT (to_jsonb(t) - '{${NO_BUSINESS_COLUMNS.join(',')}}'::text[])::text AS line FROM "${name}" t) lines`,
  );
  const { rows } = await pool.query<{ name: string; hash: string }>(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** The tables that differ. */
export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name]);

/** What the server still holds although nobody asks for anything, in words. */
export async function heldResources(pool: pg.Pool, poolSize: number): Promise<string[]> {
  const { rows } = await pool.query<{ open: number; locks: number }>(
    `SELECT
       (SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
          AND backend_type = 'client backend') AS open,
       -- PostgreSQL's own autovacuum holds locks at any time
       (SELECT count(*)::int FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
          AND a.backend_type = 'client backend') AS locks`,
  );
  const { open = 0, locks = 0 } = rows[0] ?? {};
  return [
    ...(open > 0 ? [`${open} open transactions`] : []),
    ...(locks > 0 ? [`${locks} locks`] : []),
    ...(pool.totalCount > poolSize ? [`${pool.totalCount} connections`] : []),
    ...(pool.waitingCount > 0 ? [`${pool.waitingCount} requests wait for a connection`] : []),
    ...(pool.idleCount < pool.totalCount ? [`${pool.totalCount - pool.idleCount} busy connections`] : []),
  ];
}
