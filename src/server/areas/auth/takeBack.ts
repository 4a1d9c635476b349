import { and, eq, gt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { accounts, recoveryCodes, twoFactors } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { endYoungLink } from '#/server/domain/gameServers/links.ts';
import { revokeEmailTokens, type StoredLink, TAKE_BACK_MS } from '#/server/domain/accounts/emailTokens.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { UNUSABLE_HASH } from '#/server/domain/accounts/password.ts';
import { revokeAccess } from '#/server/domain/accounts/access/revokeAccess.ts';

/**
 * Removes all access to an account, for the mailbox that reports "this wasn't me". Every session, link, code and
 * pending change ends and the password becomes invalid, so only a recovery by that mailbox opens the account again. A
 * link to a former address gives the account that address again. Requires `lockAccount`.
 *
 * The link opens nothing that the mailbox could not open before: it signs nobody in, it lasts for `TAKE_BACK_MS`,
 * and a second factor stays unless it is younger than that. A second factor that was older when the mail was queued
 * always stays. A link to the game stays unless it is younger.
 * @throws a unique violation (`isAddressTaken`) when somebody else has the former address
 */
export async function takeBack(
  tx: NodePgDatabase,
  deps: Deps,
  account: LockedAccount,
  link: StoredLink,
): Promise<'accessRevoked' | 'changeUndone'> {
  const { id, email } = account;
  await tx.update(accounts).set({ passwordHash: UNUSABLE_HASH }).where(eq(accounts.id, id));
  const ended = await revokeAccess(tx, deps, id);
  const hasTakenFactor = !link.keepsTwoFa && (await removeYoungFactor(tx, deps, id));
  await endYoungLink(tx, deps, id);
  const detail = { ended, hasTakenFactor };
  if (email === link.email) {
    await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'accessRevoked', detail });
    return 'accessRevoked';
  }
  await tx.update(accounts).set({ email: link.email, isVerified: true }).where(eq(accounts.id, id));
  // addresses that the account had after this one were set by the intruder; those before it keep their links
  await revokeEmailTokens(tx, deps, id, ['undoChange'], link.id);
  await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'emailChangeUndone', detail });
  await tellLostAddress(tx, deps, account, link);
  return 'changeUndone';
}

/** @returns whether a young second factor was removed */
async function removeYoungFactor(tx: NodePgDatabase, deps: Deps, accountId: number): Promise<boolean> {
  const whereRecent = gt(twoFactors.createdAt, new Date(deps.now().getTime() - TAKE_BACK_MS));
  const removed = await tx
    .delete(twoFactors)
    .where(and(eq(twoFactors.accountId, accountId), whereRecent))
    .returning({ accountId: twoFactors.accountId });
  if (removed.length === 0) return false;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx.update(accounts).set({ isTwoFaEnabled: false }).where(eq(accounts.id, accountId));
  return true;
}

async function tellLostAddress(
  tx: NodePgDatabase,
  deps: Deps,
  { id, login, email, locale }: LockedAccount,
  link: StoredLink,
): Promise<void> {
  await queueMail(tx, deps, id, `emailChangeUndone:${link.id}`, {
    kind: 'emailChangeUndone',
    to: email,
    isConfirmed: true,
    locale,
    variables: { login },
  });
}
