import type { FastifyRequest } from 'fastify';
import type { TwoFaDestroyBody } from '#/contract/cabinet.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { lockCaller } from '#/server/domain/accounts/access/liveSessions.ts';
import { TWO_FA_CHANGES } from '#/server/domain/accounts/rateLimits.ts';
import { makeRecoveryCodes } from '#/server/domain/accounts/access/recoveryCodes.ts';
import { revokeAccess } from '#/server/domain/accounts/access/revokeAccess.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { proveTwoFa } from './proveTwoFa.ts';

/** Replaces the recovery codes by new ones. Other sessions end. @throws AppError as proveTwoFa */
export async function newRecoveryCodes(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
  body: TwoFaDestroyBody,
): Promise<{ recoveryCodes: string[] }> {
  await proveTwoFa(deps, caller, body);
  return withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    if (!account.isTwoFaEnabled) fail('twoFaDisabledAlready');
    await countAttempt({ ...deps, db: tx }, TWO_FA_CHANGES, `#${account.id}`);
    const { sessionId } = caller;
    const kept = { sessionId, deviceOf: request, notMeLinks: true, passkeys: true };
    const ended = await revokeAccess(tx, deps, account.id, kept);
    await writeAudit(tx, deps, {
      accountId: account.id,
      actor: 'player',
      event: 'recoveryCodesMade',
      detail: { ended },
    });
    const cause = `recoveryCodesMade:${deps.randomBytes(12).toString('base64url')}`;
    await queueSecurityMail(tx, deps, account, cause, 'recoveryCodesMade', { at: deps.now().toISOString() });
    return { recoveryCodes: await makeRecoveryCodes(tx, deps, account.id) };
  });
}
