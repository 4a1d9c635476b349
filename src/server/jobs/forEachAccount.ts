import { and, gt, type SQL } from 'drizzle-orm';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const BATCH = 100;

/**
 * Runs an action for every account that matches a condition, one after another. If one fails, the others still get
 * their turn.
 * @throws Error at the end, with the number of failures
 */
export async function forEachAccount(
  deps: Deps,
  where: SQL | undefined,
  work: (account: { id: number; createdAt: Date }) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (let lastId = 0; ;) {
    const batch = await deps.db
      .select({ id: accounts.id, createdAt: accounts.createdAt })
      .from(accounts)
      .where(and(gt(accounts.id, lastId), where))
      .orderBy(accounts.id)
      .limit(BATCH);
    for (const account of batch) {
      if (deps.stopping?.aborted) break;
      await work(account).catch((error: unknown) => {
        deps.log.error({ err: error, account: account.id }, 'an account was left out by a job');
        failures.push(error);
      });
    }
    lastId = batch.at(-1)?.id ?? lastId;
    if (batch.length < BATCH || deps.stopping?.aborted) break;
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} accounts were left out`, { cause: failures[0] });
}
