import { eq } from 'drizzle-orm';
import { lockAccount } from '../accountLock.ts';
import { record } from '../audit.ts';
import { accounts, emailChanges } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { revokeEmailTokens } from '../emailTokens.ts';

/** Gives a change of the address up; its mailed links are worth nothing then. There need not be one. */
export async function cancelEmailChange(deps: Deps, accountId: number): Promise<{ pendingEmail: null }> {
  await withTx(deps.pool, async (tx) => {
    await lockAccount(tx, eq(accounts.id, accountId));
    const given = await tx
      .delete(emailChanges)
      .where(eq(emailChanges.accountId, accountId))
      .returning({ accountId: emailChanges.accountId });
    await revokeEmailTokens(tx, deps, accountId, ['changeOld', 'changeNew']);
    if (given.length > 0)
      await record(tx, deps, { accountId, actor: 'player', event: 'emailChangeCancelled' });
  });
  return { pendingEmail: null };
}
