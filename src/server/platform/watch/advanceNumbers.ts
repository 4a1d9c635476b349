import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Numbers that are left out at least. No site gives as many between two backups. */
const LEFT_OUT = 1_000_000;
const SINCE = Date.UTC(2020, 0, 1);

/**
 * Lets the numbers of all tables go on far beyond the last ones (O33). A restored database would otherwise give numbers
 * that others know already: a game counts the delivery of such a number as done. One more number is left out for each
 * second since 2020, so that a backup that is restored twice does not give the same numbers twice. A rollback does not
 * undo this; it only leaves out more numbers.
 */
export async function advanceNumbers(tx: NodePgDatabase, { now }: Pick<Deps, 'now'>): Promise<void> {
  const seconds = Math.floor((now().getTime() - SINCE) / 1000);
  const leftOut = LEFT_OUT + Math.max(0, seconds);
  await tx.execute(sql`SELECT setval(format('%I.%I', schemaname, sequencename)::regclass,
    coalesce(last_value, 0) + ${leftOut}::bigint) FROM pg_sequences WHERE schemaname = current_schema()`);
}
