import type pg from 'pg';

/** Tables that a refused request may change: attempts are counted, and captcha tokens are used up. */
const NO_BUSINESS = new Set(['budgets', 'spent_captchas', 'jobs']);
/** Columns of other tables that a refused request may change. */
const NO_BUSINESS_COLUMNS = ['last_seen_at', 'attempts'];

/** The statement that hashes the tables of a database, written once for each pool. */
const statements = new WeakMap<pg.Pool, Promise<string>>();

async function writeStatement(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string; hasOthers: boolean }>(
    `SELECT relname AS name, EXISTS (
       SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = ANY ($1)) AS "hasOthers"
     FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
    [NO_BUSINESS_COLUMNS],
  );
  const withoutOthers = `(to_jsonb(t) - '{${NO_BUSINESS_COLUMNS.join(',')}}'::text[])`;
  return rows
    .filter(({ name }) => !NO_BUSINESS.has(name))
    .map(({ name, hasOthers }) => {
      const line = hasOthers ? withoutOthers : 't';
      // a row has a key, so no two hashes of a table cancel each other out
      return `SELECT '${name}' AS name, count(*) || ' ' || coalesce(bit_xor(hashtextextended(${line}::text, 0)), 0) AS hash
        FROM "${name}" t`;
    })
    .join(' UNION ALL ');
}

/** Reads a hash for each table of what the business holds. */
export async function fingerprint(pool: pg.Pool): Promise<Record<string, string>> {
  if (!statements.has(pool)) statements.set(pool, writeStatement(pool));
  const text = await statements.get(pool)!;
  // a named statement is planned once for each connection: planning takes longer than reading
  const { rows } = await pool.query<{ name: string; hash: string }>({ name: 'fingerprint', text });
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** Lists the tables that differ between two fingerprints. */
export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name]);

/** Lists, in words, what the server still holds although no request is under way. */
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
