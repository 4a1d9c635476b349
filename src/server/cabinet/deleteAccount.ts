import { and, eq, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply } from 'fastify';
import type { DeleteAccountBody } from '#/contract/cabinet.ts';
import type { LockedAccount } from '../accountLock.ts';
import { record } from '../audit.ts';
import {
  accounts,
  emailChanges,
  emailTokens,
  idempotency,
  knownDevices,
  mailQueue,
  passwordResets,
  recoveryCodes,
  sessions,
  twoFactors,
} from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { queueMail } from '../mails.ts';
import { lockProven, proveOwnPassword } from '../ownPassword.ts';
import { UNUSABLE_HASH } from '../password.ts';
import { clearCookies, type SessionAccount } from '../session.ts';
import { checkSecondFactor } from '../twoFactor.ts';

/**
 * Deletes the account for good: login, address and every way in are gone and free for somebody new. Coins, coupons and
 * draws stay under a name that leads to nobody, because the ledger must add up and every draw must be proved again.
 * @throws AppError passwordInvalid at password; errorTwoFaActivated at verification_code; tooManyRequests; busy
 */
export async function deleteAccount(
  deps: Deps,
  reply: FastifyReply,
  caller: SessionAccount,
  { password, verification_code: code }: DeleteAccountBody,
): Promise<{ deleted: true }> {
  const proven = await proveOwnPassword(deps, caller.id, password, 'password');
  // a code is looked at only where there is a second factor: without one, none is right
  const hasCode = proven.isTwoFaEnabled && code !== undefined;
  const isFactorProven = hasCode && (await checkSecondFactor(deps, caller.id, code, true));
  await withTx(deps.pool, async (tx) => {
    const account = await lockProven(tx, deps, caller, proven, 'password');
    if (account.isTwoFaEnabled && !isFactorProven)
      fail('errorTwoFaActivated', { errors: { verification_code: 'errorTwoFaActivated' } });
    await forget(tx, account);
    const pseudonym = `closed-${deps.randomBytes(16).toString('hex')}`;
    await tx
      .update(accounts)
      .set({
        status: 'closed',
        login: pseudonym,
        email: `${pseudonym}@closed.invalid`,
        passwordHash: UNUSABLE_HASH,
        isVerified: false,
        isTwoFaEnabled: false,
        isMediaPartner: false,
      })
      .where(eq(accounts.id, account.id));
    await record(tx, deps, { accountId: account.id, actor: 'player', event: 'accountClosed' });
    // of no account, because the queue of a closed one is emptied
    await queueMail(tx, deps, null, `accountDeleted:${account.id}`, {
      kind: 'accountDeleted',
      to: account.email,
      locale: account.locale,
      variables: { login: account.login },
    });
  });
  clearCookies(deps.config, reply);
  return { deleted: true };
}

/** Deletes what belongs to the person and not to the books. */
async function forget(tx: NodePgDatabase, { id, serverKey, email }: LockedAccount): Promise<void> {
  const isOfAddress = and(eq(passwordResets.serverKey, serverKey), eq(passwordResets.email, email));
  await tx.delete(passwordResets).where(or(eq(passwordResets.accountId, id), isOfAddress));
  // with them the secrets that wait for activation
  await tx.delete(sessions).where(eq(sessions.accountId, id));
  for (const table of [
    knownDevices,
    emailChanges,
    emailTokens,
    twoFactors,
    recoveryCodes,
    mailQueue,
    idempotency,
  ])
    await tx.delete(table).where(eq(table.accountId, id));
}
