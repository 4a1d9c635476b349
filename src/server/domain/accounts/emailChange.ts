import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { emailChanges, emailTokens } from '#/server/platform/db/tables/mailedLinks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import type { LockedAccount } from './accountLock.ts';
import { issueEmailToken, revokeEmailTokens } from './emailTokens.ts';

const CHANGE_MS = 24 * 60 * 60_000;

/**
 * Stores a pending change of an account's e-mail for `CHANGE_MS` and mails the new address its link. It replaces an
 * earlier change. Requires `lockAccount`.
 * @param change.oldConfirmedAt null if the present address must confirm too
 * @throws AppError mailSentRecently if the new address had such a mail within the hour
 */
export async function startChange(
  tx: NodePgDatabase,
  deps: Deps,
  { id: accountId, login, locale }: Pick<LockedAccount, 'id' | 'login' | 'locale'>,
  change: { newEmail: string; oldConfirmedAt: Date | null },
  cause: string,
): Promise<void> {
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + CHANGE_MS);
  const values = { ...change, newConfirmedAt: null, createdAt, expiresAt };
  await tx
    .insert(emailChanges)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: emailChanges.accountId, set: values });
  const email = change.newEmail;
  const token = await issueEmailToken(tx, deps, { accountId, purpose: 'changeNew', email });
  const { isQueued, nextSeconds } = await queueMail(tx, deps, accountId, `${cause}:new`, {
    kind: 'emailChangeNew',
    to: email,
    isConfirmed: false,
    locale,
    variables: { login, token },
  });
  if (!isQueued) fail('mailSentRecently', { retryAfterSeconds: nextSeconds });
}

/**
 * Refuses an address that another account of the server has or may take back.
 * @param email in lower case
 * @throws AppError errorEmailExist, at email
 */
export async function refuseTakenAddress(
  db: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { id: exceptId, serverKey }: Pick<LockedAccount, 'id' | 'serverKey'>,
  email: string,
): Promise<void> {
  const byEmail = and(eq(accounts.serverKey, serverKey), eq(sql`lower(${accounts.email})`, email));
  const holders = await db.select({ id: accounts.id }).from(accounts).where(byEmail);
  if (holders.length > 0 || (await isFormerAddress(db, deps, { serverKey, email, exceptId })))
    fail('errorEmailExist', { errors: { email: 'errorEmailExist' } });
}

/** Finds the pending change of an account's e-mail. */
export async function pendingChange(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  accountId: number,
): Promise<typeof emailChanges.$inferSelect | undefined> {
  const whereLive = and(eq(emailChanges.accountId, accountId), gt(emailChanges.expiresAt, now()));
  const [change] = await tx.select().from(emailChanges).where(whereLive);
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

/**
 * Whether an address left an account so recently that it may still take the change back (`TAKE_BACK_MS`). Until then
 * nobody else may use it; otherwise an intruder could occupy the address. Call this again after writing the row that
 * takes the address: a change that commits at the same moment is visible only then.
 * @param email in lower case
 */
export async function isFormerAddress(
  db: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { serverKey, email, exceptId = 0 }: { serverKey: string; email: string; exceptId?: number },
): Promise<boolean> {
  const [kept] = await db
    .select({ id: emailTokens.id })
    .from(emailTokens)
    .innerJoin(accounts, eq(accounts.id, emailTokens.accountId))
    .where(
      and(
        eq(emailTokens.purpose, 'undoChange'),
        eq(emailTokens.email, email),
        isNull(emailTokens.usedAt),
        gt(emailTokens.expiresAt, now()),
        eq(accounts.serverKey, serverKey),
        ne(accounts.status, 'closed'),
        ne(accounts.id, exceptId),
      ),
    )
    .limit(1);
  return kept !== undefined;
}
