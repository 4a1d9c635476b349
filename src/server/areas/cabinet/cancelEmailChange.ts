import { eq } from 'drizzle-orm';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { dropChange } from '#/server/domain/accounts/emailChange.ts';

/** Cancels a pending change of the address; its mailed links become invalid. Does nothing if there is none. */
export async function cancelEmailChange(deps: Deps, accountId: number): Promise<{ pendingEmail: null }> {
  await withTx(deps.pool, async (tx) => {
    await lockAccount(tx, eq(accounts.id, accountId));
    await dropChange(tx, deps, accountId);
  });
  return { pendingEmail: null };
}
