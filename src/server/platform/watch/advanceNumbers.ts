import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Numbers that are left out at least. No site gives as many between two backups. */
const LEFT_OUT = 1_000_000;
const SINCE = Date.UTC(2020, 0, 1);

/**
 * Lets the numbers of all tables go on far beyond the last ones. A database that was set back would give numbers again
 * that others still know: the ledger of a game has done the delivery of that number, a mail with it was sent (O33). The
 * seconds of the clock are left out too, so that a backup that is restored twice does not give the same numbers twice.
 * The numbers are given even if the transaction is rolled back, which only leaves out more of them.
 */
export async function advanceNumbers(tx: NodePgDatabase, { now }: Pick<Deps, 'now'>): Promise<void> {
  const seconds = Math.floor((now().getTime() - SINCE) / 1000);
  const leftOut = LEFT_OUT + Math.max(0, seconds);
  await tx.execute(sql`SELECT setval(format('%I.%I', schemaname, sequencename)::regclass,
    coalesce(last_value, 0) + ${leftOut}::bigint) FROM pg_sequences WHERE schemaname = current_schema()`);
}
