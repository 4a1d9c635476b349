import { and, eq, gt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { emailChanges } from '#/server/platform/db/tables/mailedLinks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { revokeEmailTokens } from './emailTokens.ts';

/** Finds the pending change of an account's e-mail. */
export async function pendingChange(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  accountId: number,
): Promise<typeof emailChanges.$inferSelect | undefined> {
  const isLive = and(eq(emailChanges.accountId, accountId), gt(emailChanges.expiresAt, now()));
  const [change] = await tx.select().from(emailChanges).where(isLive);
  return change;
}

/** Ends a pending change of the e-mail of a locked account, with its links. Does nothing if there is none. */
export async function dropChange(tx: NodePgDatabase, deps: Deps, accountId: number): Promise<void> {
  const dropped = await tx
    .delete(emailChanges)
    .where(eq(emailChanges.accountId, accountId))
    .returning({ accountId: emailChanges.accountId });
  await revokeEmailTokens(tx, deps, accountId, ['changeOld', 'changeNew']);
  if (dropped.length > 0)
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'emailChangeCancelled' });
}
