import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { advanceNumbers } from '#/server/platform/watch/advanceNumbers.ts';
import { mailGate } from '#/server/platform/db/tables/site/background.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { isCopyOf, lockGate } from '#/server/platform/mail/mailGate.ts';

interface Muting {
  isMuted: boolean;
  /** Null for a command in the shell. */
  operatorId: number | null;
  reason: string;
}

/**
 * Mutes the mails or lets them be sent again, on every process at once (O33). A copy that is told to send is noted as
 * the original from now on.
 * @returns false if it was so already
 */
export async function muteMails(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { isMuted, operatorId, reason }: Muting,
): Promise<boolean> {
  const [was, is] = await lockGate(tx);
  const { systemId, databaseOid, tableOid } = is;
  if ((was.mutedAt !== null) === isMuted && was.databaseOid === databaseOid && was.tableOid === tableOid)
    return false;
  // noted as the original below, it would not be recognised later
  if (!isMuted && isCopyOf(was, is)) await advanceNumbers(tx, { now });
  await tx
    .update(mailGate)
    .set({
      ...(!isMuted && {
        systemId,
        databaseOid,
        tableOid,
        ...(systemId !== was.systemId && { folderId: null }),
      }),
      mutedAt: isMuted ? now() : null,
      isRestored: false,
      changedBy: operatorId,
      reason,
    })
    .where(eq(mailGate.isOnly, true));
  return true;
}
