import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts, recoveryCodes, twoFactors } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { LockedAccount } from '../accountLock.ts';
import { revokeAccess } from './revokeAccess.ts';
import { queueSecurityMail } from '../securityMails.ts';

/**
 * Removes the second factor and the recovery codes of an account, and mails the player. Requires `lockAccount`.
 * @param kept the access that stays, as in `revokeAccess`
 * @returns the number of ended live sessions
 */
export async function switchOffTwoFactor(
  tx: NodePgDatabase,
  deps: Deps,
  account: LockedAccount,
  kept: Parameters<typeof revokeAccess>[3],
): Promise<number> {
  const { id } = account;
  await tx.update(accounts).set({ isTwoFaEnabled: false }).where(eq(accounts.id, id));
  await tx.delete(twoFactors).where(eq(twoFactors.accountId, id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, id));
  const ended = await revokeAccess(tx, deps, id, kept);
  const cause = `twoFaOff:${deps.randomBytes(12).toString('base64url')}`;
  await queueSecurityMail(tx, deps, account, cause, 'twoFaOff', { at: deps.now().toISOString() });
  return ended;
}
