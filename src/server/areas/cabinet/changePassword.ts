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
import { removePasskeys } from '#/server/domain/accounts/access/passkeys.ts';
import { revokeAccess } from '#/server/domain/accounts/access/revokeAccess.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { mailUnlinked } from '#/server/domain/gameServers/linkMails.ts';
import { endYoungLink } from '#/server/domain/gameServers/links.ts';

/**
 * Changes the password (C8). Every other session ends, earlier links and codes become invalid, and only this browser
 * stays a known device. Passkeys are removed unless the player keeps them, because somebody else may have added one. A
 * young link to the game ends for the same reason.
 * @throws AppError errorOldPasswordInvalid at old_password; passwordCommon or errorPasswordRequired (same as the old
 * one) at password; tooManyRequests; busy
 */
export async function changePassword(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
  { old_password, password, keep_passkeys: keeps = false }: ChangePasswordBody,
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
    const removed = keeps ? [] : await removePasskeys(tx, id);
    const kept = { sessionId, deviceOf: request, notMeLinks: true, passkeys: true };
    const ended = await revokeAccess(tx, deps, id, kept);
    await mailUnlinked(tx, deps, account, await endYoungLink(tx, deps, id));
    await writeAudit(tx, deps, {
      accountId: id,
      actor: 'player',
      event: 'passwordChanged',
      detail: { ended },
    });
    const cause = `passwordChanged:${deps.randomBytes(12).toString('base64url')}`;
    await queueSecurityMail(tx, deps, account, cause, 'passwordChanged', {
      at: now.toISOString(),
      ...(removed.length > 0 && { removedPasskeys: removed.join(', ') }),
    });
  });
  return { passwordChanged: true };
}
