import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { ChangePasswordBody } from '#/contract/cabinet.ts';
import { record } from '../audit.ts';
import { type Budget, spend } from '../budget.ts';
import { accounts, passwordResets, sessions } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { forgetOtherDevices } from '../devices.ts';
import { fail } from '../errors.ts';
import { endSessionsOf } from '../liveSessions.ts';
import { queueMail } from '../mails.ts';
import { lockProven, proveOwnPassword } from '../ownPassword.ts';
import { hashPassword, isCommonPassword, isSamePassword } from '../password.ts';
import type { SessionAccount } from '../session.ts';

/** Each one mails the player. */
const PASSWORD_CHANGES: Budget = { name: 'passwordChanges', limit: 10, windowMs: 24 * 60 * 60_000 };

/**
 * Changes the password (C8): every other session ends, reset codes under way are worth nothing, and only this browser
 * stays known.
 * @throws AppError errorOldPasswordInvalid at old_password; passwordCommon or errorPasswordRequired (it is the old one)
 *   at password; tooManyRequests; busy
 */
export async function changePassword(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
  { old_password, password }: ChangePasswordBody,
): Promise<{ passwordChanged: true }> {
  const { id, sessionId } = caller;
  const proven = await proveOwnPassword(deps, id, old_password, 'old_password');
  if (isSamePassword(password, old_password))
    fail('errorPasswordRequired', { errors: { password: 'errorPasswordRequired' } });
  if (isCommonPassword(password, proven.login, proven.email))
    fail('passwordCommon', { errors: { password: 'passwordCommon' } });
  await spend(deps, PASSWORD_CHANGES, `#${id}`);
  const passwordHash = await hashPassword(password);

  await withTx(deps.pool, async (tx) => {
    const { login, email, locale } = await lockProven(tx, deps, caller, proven, 'old_password');
    const now = deps.now();
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id));
    await tx.update(sessions).set({ provenAt: now }).where(eq(sessions.id, sessionId));
    await tx.delete(passwordResets).where(eq(passwordResets.accountId, id));
    await forgetOtherDevices(tx, deps, request, id);
    const ended = await endSessionsOf(tx, deps, id, sessionId);
    await record(tx, deps, { accountId: id, actor: 'player', event: 'passwordChanged', detail: { ended } });
    const cause = `passwordChanged:${deps.randomBytes(12).toString('base64url')}`;
    const variables = { login, at: now.toISOString() };
    await queueMail(tx, deps, id, cause, { kind: 'passwordChanged', to: email, locale, variables });
  });
  return { passwordChanged: true };
}
