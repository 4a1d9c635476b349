import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { TwoFaDestroyBody } from '#/contract/cabinet.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { accounts, recoveryCodes, twoFactors } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { lockCaller } from '#/server/domain/accounts/liveSessions.ts';
import { TWO_FA_CHANGES } from '#/server/domain/accounts/rateLimits.ts';
import { revokeAccess } from '#/server/domain/accounts/revokeAccess.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import type { SessionAccount } from '#/server/domain/accounts/session.ts';
import { proveTwoFa } from './proveTwoFa.ts';

/**
 * Turns two-factor authentication off with a code or a recovery code (C8). Other sessions end.
 * @throws AppError as proveTwoFa
 */
export async function twoFaDestroy(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
  body: TwoFaDestroyBody,
): Promise<{ isTwoFaEnabled: false }> {
  const { id, sessionId } = caller;
  await proveTwoFa(deps, caller, body);
  await withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    if (!account.isTwoFaEnabled) fail('twoFaDisabledAlready');
    await countAttempt({ ...deps, db: tx }, TWO_FA_CHANGES, `#${id}`);
    await tx.update(accounts).set({ isTwoFaEnabled: false }).where(eq(accounts.id, id));
    await tx.delete(twoFactors).where(eq(twoFactors.accountId, id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, id));
    const ended = await revokeAccess(tx, deps, id, { sessionId, deviceOf: request, notMeLinks: true });
    await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'twoFaOff', detail: { ended } });
    const cause = `twoFaOff:${deps.randomBytes(12).toString('base64url')}`;
    await queueSecurityMail(tx, deps, account, cause, 'twoFaOff', { at: deps.now().toISOString() });
  });
  return { isTwoFaEnabled: false };
}
