import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { TwoFaVerifyBody } from '#/contract/cabinet.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { accounts, twoFactors } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { encrypt } from '#/server/platform/kernel/encryption.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { lockCaller } from '#/server/domain/accounts/access/liveSessions.ts';
import { makeRecoveryCodes } from '#/server/domain/accounts/access/recoveryCodes.ts';
import { TWO_FA_CHANGES } from '#/server/domain/accounts/rateLimits.ts';
import { revokeAccess } from '#/server/domain/accounts/access/revokeAccess.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { stepOfCode } from '#/server/domain/accounts/access/totp.ts';
import { TWO_FACTOR_PURPOSE } from '#/server/domain/accounts/access/twoFactor.ts';
import { requireFreshSignIn } from './freshSignIn.ts';
import { waitingSecret } from './twoFaSecret.ts';

/**
 * Turns two-factor authentication on with a code of the waiting secret (C8). Other sessions end, the code counts as
 * used, and the player gets recovery codes.
 * @throws AppError twoFaEnabledAlready; errorTwoFaSetup at google_secret; errorTwoFaActivated at verification_code;
 *   passwordNeeded or errorOldPasswordInvalid at password; tooManyRequests; busy
 */
export async function twoFaVerify(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
  { verification_code: code, google_secret, password }: TwoFaVerifyBody,
): Promise<{ recoveryCodes: string[] }> {
  const { id, sessionId } = caller;
  await requireFreshSignIn(deps, caller, password);
  const secret = await waitingSecret(deps, sessionId);
  const step = secret && stepOfCode(secret, code.replaceAll(/\s/g, ''), deps.now());
  return withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    if (account.isTwoFaEnabled) fail('twoFaEnabledAlready');
    if (!secret || secret !== google_secret)
      fail('errorTwoFaSetup', { errors: { google_secret: 'errorTwoFaSetup' } });
    if (!step) fail('errorTwoFaActivated', { errors: { verification_code: 'errorTwoFaActivated' } });
    await countAttempt({ ...deps, db: tx }, TWO_FA_CHANGES, `#${id}`);
    await tx.update(accounts).set({ isTwoFaEnabled: true }).where(eq(accounts.id, id));
    await tx.insert(twoFactors).values({
      accountId: id,
      secretEncrypted: encrypt(deps.secretKey, TWO_FACTOR_PURPOSE, String(id), secret),
      lastStep: step,
      createdAt: deps.now(),
    });
    const recoveryCodes = await makeRecoveryCodes(tx, deps, id);
    const ended = await revokeAccess(tx, deps, id, {
      sessionId,
      deviceOf: request,
      notMeLinks: true,
      passkeys: true,
    });
    await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'twoFaOn', detail: { ended } });
    const cause = `twoFaOn:${deps.randomBytes(12).toString('base64url')}`;
    await queueSecurityMail(tx, deps, account, cause, 'twoFaOn', { at: deps.now().toISOString() });
    return { recoveryCodes };
  });
}
