import type { ChangeEmailBody } from '#/contract/cabinet.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { issueEmailToken } from '#/server/domain/accounts/emailTokens.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { refuseTakenAddress, startChange } from '#/server/domain/accounts/emailChange.ts';
import { lockProven, proveOwnPassword } from '#/server/domain/accounts/access/ownPassword.ts';
import { EMAIL_CHANGES } from '#/server/domain/accounts/rateLimits.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';

/**
 * Starts a change of the address. It is in force once both addresses have confirmed it by a mailed link in time
 * (`startChange`). If the present address was never confirmed, the new one is enough. A new request replaces an earlier
 * one.
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
  await refuseTakenAddress(deps.db, deps, { id, serverKey }, email);

  await withTx(deps.pool, async (tx) => {
    const account = await lockProven(tx, deps, caller, proven, 'password');
    const { email: oldEmail, isVerified } = account;
    await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'emailChangeAsked' });
    const cause = `emailChange:${deps.randomBytes(12).toString('base64url')}`;
    await startChange(tx, deps, account, { newEmail: email, oldConfirmedAt: null }, cause);
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
