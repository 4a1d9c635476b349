import { and, eq, sql } from 'drizzle-orm';
import type { ChangeEmailBody } from '#/contract/cabinet.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { emailChanges } from '#/server/platform/db/tables/mailedLinks.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { issueEmailToken } from '#/server/domain/accounts/emailTokens.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { isFormerAddress } from '#/server/domain/accounts/emailChange.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { lockProven, proveOwnPassword } from '#/server/domain/accounts/access/ownPassword.ts';
import { EMAIL_CHANGES } from '#/server/domain/accounts/rateLimits.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';

const CHANGE_MS = 24 * 60 * 60_000;

/**
 * Starts a change of the address. It is in force once both addresses have confirmed it by a mailed link within 24
 * hours. If the present address was never confirmed, the new one is enough. A new request replaces an earlier one.
 * @throws AppError passwordInvalid at password; emailSame or errorEmailExist at email; tooManyRequests;
 *   mailSentRecently if the new address had such a mail within the hour; busy
 */
export async function changeEmail(
  deps: Deps,
  caller: SessionAccount,
  { email, password }: ChangeEmailBody,
): Promise<{ pendingEmail: string }> {
  const { id, serverKey } = caller;
  const proven = await proveOwnPassword(deps, id, password, 'password');
  if (email === proven.email) fail('emailSame', { errors: { email: 'emailSame' } });
  await countAttempt(deps, EMAIL_CHANGES, `#${id}`);
  const isTaken = and(eq(accounts.serverKey, serverKey), eq(sql`lower(${accounts.email})`, email));
  const holders = await deps.db.select({ id: accounts.id }).from(accounts).where(isTaken);
  if (holders.length > 0 || (await isFormerAddress(deps.db, deps, { serverKey, email, exceptId: id })))
    fail('errorEmailExist', { errors: { email: 'errorEmailExist' } });

  await withTx(deps.pool, async (tx) => {
    const account = await lockProven(tx, deps, caller, proven, 'password');
    const { login, email: oldEmail, locale, isVerified } = account;
    const now = deps.now();
    const change = {
      newEmail: email,
      oldConfirmedAt: null,
      newConfirmedAt: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CHANGE_MS),
    };
    await tx
      .insert(emailChanges)
      .values({ accountId: id, ...change })
      .onConflictDoUpdate({ target: emailChanges.accountId, set: change });
    await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'emailChangeAsked' });

    const cause = `emailChange:${deps.randomBytes(12).toString('base64url')}`;
    const token = await issueEmailToken(tx, deps, { accountId: id, purpose: 'changeNew', email });
    const { isQueued, nextSeconds } = await queueMail(tx, deps, id, `${cause}:new`, {
      kind: 'emailChangeNew',
      to: email,
      isConfirmed: false,
      locale,
      variables: { login, token },
    });
    if (!isQueued) fail('mailSentRecently', { retryAfterSeconds: nextSeconds });
    // an unconfirmed present address may belong to a stranger, so it is not asked
    if (!isVerified) return;
    const proof = { accountId: id, purpose: 'changeOld', email: oldEmail } as const;
    const oldToken = await issueEmailToken(tx, deps, proof);
    await queueSecurityMail(tx, deps, account, `${cause}:old`, 'emailChangeOld', {
      newEmail: email,
      token: oldToken,
    });
  });
  return { pendingEmail: email };
}
