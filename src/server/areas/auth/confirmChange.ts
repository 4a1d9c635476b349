import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LockedAccount } from '../accountLock.ts';
import { record } from '../audit.ts';
import { accounts, emailChanges } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { type EmailProof, revokeEmailTokens } from '../emailTokens.ts';
import { fail } from '../errors.ts';
import { queueMail } from '../mails.ts';

/** changeStarted: the other address is still to confirm; changeDone: the new address is in force. */
export type ChangeProgress = 'changeStarted' | 'changeDone';

/**
 * One of the two addresses confirms a change of the e-mail of a locked account; the second one puts it into force. All
 * sessions stay, as it changes neither password nor second factor.
 * @throws AppError verificationInvalid when this change is not under way any more; errorEmailExist
 */
export async function confirmChange(
  tx: NodePgDatabase,
  deps: Deps,
  account: LockedAccount,
  { purpose, email }: EmailProof,
): Promise<ChangeProgress> {
  const now = deps.now();
  const isOwn = eq(emailChanges.accountId, account.id);
  const [change] = await tx
    .select()
    .from(emailChanges)
    .where(and(isOwn, gt(emailChanges.expiresAt, now)));
  const isOld = purpose === 'changeOld';
  if (!change || email !== (isOld ? account.email : change.newEmail)) fail('verificationInvalid');
  const oldConfirmedAt = isOld ? now : change.oldConfirmedAt;
  const newConfirmedAt = isOld ? change.newConfirmedAt : now;
  if (oldConfirmedAt && newConfirmedAt) {
    await moveTo(tx, deps, account, change.newEmail);
    return 'changeDone';
  }
  await tx.update(emailChanges).set({ oldConfirmedAt, newConfirmedAt }).where(isOwn);
  return 'changeStarted';
}

async function moveTo(
  tx: NodePgDatabase,
  deps: Deps,
  { id, serverKey, login, email, locale, isVerified }: LockedAccount,
  newEmail: string,
): Promise<void> {
  const isTaken = and(
    eq(accounts.serverKey, serverKey),
    eq(sql`lower(${accounts.email})`, newEmail),
    ne(accounts.id, id),
  );
  if ((await tx.$count(accounts, isTaken)) > 0) fail('errorEmailExist');
  await tx.update(accounts).set({ email: newEmail, isVerified: true }).where(eq(accounts.id, id));
  await tx.delete(emailChanges).where(eq(emailChanges.accountId, id));
  await revokeEmailTokens(tx, deps, id, ['verify', 'changeOld', 'changeNew']);
  await record(tx, deps, { accountId: id, actor: 'player', event: 'emailChanged' });
  // an address that nobody has confirmed may be a stranger's, who learns nothing
  if (!isVerified) return;
  await queueMail(tx, deps, id, `emailChanged:${id}:${deps.now().getTime()}`, {
    kind: 'emailChanged',
    to: email,
    locale,
    variables: { login, newEmail },
  });
}

/** What a used link of a change has brought about; undefined when that change was given up or ran out. */
export async function progressOfChange(
  tx: NodePgDatabase,
  account: LockedAccount,
  { purpose, email }: EmailProof,
): Promise<ChangeProgress | undefined> {
  const isOld = purpose === 'changeOld';
  if (isOld ? account.email !== email : account.email === email) return 'changeDone';
  const isOwn = eq(emailChanges.accountId, account.id);
  const [change] = await tx.select().from(emailChanges).where(isOwn);
  const isConfirmed = isOld ? change?.oldConfirmedAt : change?.newEmail === email && change.newConfirmedAt;
  return isConfirmed ? 'changeStarted' : undefined;
}

/** Two accounts that move to one address at the same moment: the database lets the first one. */
export function isAddressTaken(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('constraint' in cause && cause.constraint === 'accounts_email') return true;
  return false;
}
