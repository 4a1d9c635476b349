import type { FastifyReply } from 'fastify';
import type { DeleteAccountBody } from '#/contract/cabinet.ts';
import { cancelWaiting } from '#/server/domain/deliveries/deliver.ts';
import { closeAccount } from '#/server/domain/accounts/closeAccount.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { lockProven, proveOwnPassword } from '#/server/domain/accounts/access/ownPassword.ts';
import { clearCookies, type SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { checkSecondFactor } from '#/server/domain/accounts/access/twoFactor.ts';

/**
 * Deletes the account for good: login and address become free, and nobody can sign in to it. Coins, coupons and draws
 * are kept under a pseudonym, because the ledger must balance and every draw must stay verifiable.
 * @throws AppError passwordInvalid at password; errorTwoFaActivated at verification_code; tooManyRequests; busy
 */
export async function deleteAccount(
  deps: Deps,
  reply: FastifyReply,
  caller: SessionAccount,
  { password, verification_code: code }: DeleteAccountBody,
): Promise<{ deleted: true }> {
  const proven = await proveOwnPassword(deps, caller.id, password, 'password');
  // a code is checked only if the account has a second factor
  const hasCode = proven.isTwoFaEnabled && code !== undefined;
  const isFactorProven = hasCode && (await checkSecondFactor(deps, caller.id, code, true));
  await withTx(deps.pool, async (tx) => {
    const account = await lockProven(tx, deps, caller, proven, 'password');
    if (account.isTwoFaEnabled && !isFactorProven)
      fail('errorTwoFaActivated', { errors: { verification_code: 'errorTwoFaActivated' } });
    await cancelWaiting(tx, deps, account.id);
    await closeAccount(tx, deps, account, 'player');
    // belongs to no account, because the mail queue of a closed account is emptied
    await queueMail(tx, deps, null, `accountDeleted:${account.id}`, {
      kind: 'accountDeleted',
      to: account.email,
      isConfirmed: account.isVerified,
      locale: account.locale,
      variables: { login: account.login },
    });
  });
  clearCookies(deps.config, reply);
  return { deleted: true };
}
