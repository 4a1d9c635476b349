import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { ChangePasswordBody } from '#/contract/cabinet.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { accounts, sessions } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { lockProven, proveOwnPassword } from '#/server/domain/accounts/access/ownPassword.ts';
import { hashPassword, isCommonPassword, isSamePassword } from '#/server/domain/accounts/password.ts';
import { PASSWORD_CHANGES } from '#/server/domain/accounts/rateLimits.ts';
import { revokeAccess } from '#/server/domain/accounts/access/revokeAccess.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';

/**
 * Changes the password (C8). Every other session ends, earlier links and codes become invalid, and only this browser
 * stays a known device.
 * @throws AppError errorOldPasswordInvalid at old_password; passwordCommon or errorPasswordRequired (same as the old
 * one) at password; tooManyRequests; busy
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
  await countAttempt(deps, PASSWORD_CHANGES, `#${id}`);
  const passwordHash = await hashPassword(password);

  await withTx(deps.pool, async (tx) => {
    const account = await lockProven(tx, deps, caller, proven, 'old_password');
    const now = deps.now();
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id));
    await tx.update(sessions).set({ provenAt: now }).where(eq(sessions.id, sessionId));
    const ended = await revokeAccess(tx, deps, id, { sessionId, deviceOf: request, notMeLinks: true });
    await writeAudit(tx, deps, {
      accountId: id,
      actor: 'player',
      event: 'passwordChanged',
      detail: { ended },
    });
    const cause = `passwordChanged:${deps.randomBytes(12).toString('base64url')}`;
    await queueSecurityMail(tx, deps, account, cause, 'passwordChanged', { at: now.toISOString() });
  });
  return { passwordChanged: true };
}
