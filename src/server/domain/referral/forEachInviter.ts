import type { SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * Runs an action for every player that a query returns as `id`, each in its own transaction. If one fails, the others
 * still get their turn.
 * @throws Error at the end, with the number of failures
 */
export async function forEachInviter(
  deps: Deps,
  query: SQL,
  work: (tx: NodePgDatabase, inviterId: number) => Promise<void>,
): Promise<void> {
  const { rows } = await deps.db.execute<{ id: string }>(query);
  const failures: unknown[] = [];
  for (const { id } of rows) {
    if (deps.stopping?.aborted) break;
    await withTx(deps.pool, (tx) => work(tx, Number(id))).catch((error: unknown) => {
      deps.log.error({ err: error, account: Number(id) }, 'an inviter was left out by a job');
      failures.push(error);
    });
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} inviters were left out`, { cause: failures[0] });
}
