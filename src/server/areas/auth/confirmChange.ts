import { and, eq, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { someCause } from '#/server/platform/db/errorCauses.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { emailChanges } from '#/server/platform/db/tables/mailedLinks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { isFormerAddress, pendingChange } from '#/server/domain/accounts/emailChange.ts';
import { type EmailProof, issueEmailToken, revokeEmailTokens } from '#/server/domain/accounts/emailTokens.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';

/** changeStarted: the other address must still confirm; changeDone: the new address is in force. */
export type ChangeProgress = 'changeStarted' | 'changeDone';

/**
 * Confirms a change of the e-mail by one of the two addresses. The second confirmation puts the change into force. An
 * unconfirmed old address is not asked, so the new address alone is enough. All sessions stay, because neither password
 * nor second factor changes. Requires `lockAccount`.
 * @throws AppError verificationInvalid if this change is no longer pending; errorEmailExist
 */
export async function confirmChange(
  tx: NodePgDatabase,
  deps: Deps,
  account: LockedAccount,
  { purpose, email }: EmailProof,
): Promise<ChangeProgress> {
  const now = deps.now();
  const change = await pendingChange(tx, deps, account.id);
  const isOld = purpose === 'changeOld';
  if (!change || email !== (isOld ? account.email : change.newEmail)) fail('verificationInvalid');
  const oldConfirmedAt = isOld ? now : change.oldConfirmedAt;
  const newConfirmedAt = isOld ? change.newConfirmedAt : now;
  // checked now, because the address may have been confirmed since the change began
  const hasOldAgreed = oldConfirmedAt !== null || !account.isVerified;
  if (hasOldAgreed && newConfirmedAt) {
    await moveTo(tx, deps, account, change.newEmail);
    return 'changeDone';
  }
  await tx
    .update(emailChanges)
    .set({ oldConfirmedAt, newConfirmedAt })
    .where(eq(emailChanges.accountId, account.id));
  return 'changeStarted';
}

async function moveTo(
  tx: NodePgDatabase,
  deps: Deps,
  { id, serverKey, login, email, locale, isVerified }: LockedAccount,
  newEmail: string,
): Promise<void> {
  const byEmailOfOther = and(
    eq(accounts.serverKey, serverKey),
    eq(sql`lower(${accounts.email})`, newEmail),
    ne(accounts.id, id),
  );
  if ((await tx.$count(accounts, byEmailOfOther)) > 0) fail('errorEmailExist');
  await tx.update(accounts).set({ email: newEmail, isVerified: true }).where(eq(accounts.id, id));
  if (await isFormerAddress(tx, deps, { serverKey, email: newEmail, exceptId: id })) fail('errorEmailExist');
  await tx.delete(emailChanges).where(eq(emailChanges.accountId, id));
  await revokeEmailTokens(tx, deps, id, ['verify', 'changeOld', 'changeNew']);
  await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'emailChanged' });
  // an unconfirmed address may belong to a stranger, who must learn nothing
  if (!isVerified) return;
  const undo = await issueEmailToken(tx, deps, { accountId: id, purpose: 'undoChange', email });
  await queueMail(tx, deps, id, `emailChanged:${id}:${deps.now().getTime()}`, {
    kind: 'emailChanged',
    to: email,
    isConfirmed: true,
    locale,
    variables: { login, newEmail, undo },
  });
}

/** Returns the progress that a used link of a change has made; undefined if the change was cancelled or expired. */
export async function progressOfChange(
  tx: NodePgDatabase,
  account: LockedAccount,
  { purpose, email }: EmailProof,
): Promise<ChangeProgress | undefined> {
  const isOld = purpose === 'changeOld';
  if (isOld ? account.email !== email : account.email === email) return 'changeDone';
  const byAccount = eq(emailChanges.accountId, account.id);
  const [change] = await tx.select().from(emailChanges).where(byAccount);
  const isConfirmed = isOld ? change?.oldConfirmedAt : change?.newEmail === email && change.newConfirmedAt;
  return isConfirmed ? 'changeStarted' : undefined;
}

/** Whether two accounts moved to one address at the same moment: the database accepts the first one only. */
export const isAddressTaken = (error: unknown): boolean =>
  someCause(error, (cause) => 'constraint' in cause && cause.constraint === 'accounts_email');
