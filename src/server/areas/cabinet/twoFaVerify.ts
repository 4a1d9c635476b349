import { eq, inArray } from 'drizzle-orm';
import type { TwoFaVerifyBody } from '#/contract/cabinet.ts';
import { record } from '../audit.ts';
import { accounts, sessions, twoFactors, twoFactorSetups } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { encrypt } from '../encryption.ts';
import { fail } from '../errors.ts';
import { endSessionsOf, lockCaller } from '../liveSessions.ts';
import { queueMail } from '../mails.ts';
import { makeRecoveryCodes } from '../recoveryCodes.ts';
import type { SessionAccount } from '../session.ts';
import { stepOfCode } from '../totp.ts';
import { TWO_FACTOR_PURPOSE } from '../twoFactor.ts';
import { requireFreshSignIn } from './freshSignIn.ts';
import { waitingSecret } from './twoFaSecret.ts';

/**
 * Turns two-factor authentication on with a code of the secret that waits (C8): other sessions end, the code counts as
 * used, and the player gets recovery codes.
 * @throws AppError twoFaEnabledAlready; errorTwoFaSetup at google_secret; errorTwoFaActivated at verification_code;
 *   passwordNeeded or errorOldPasswordInvalid at password; tooManyRequests; busy
 */
export async function twoFaVerify(
  deps: Deps,
  caller: SessionAccount,
  { verification_code: code, google_secret, password }: TwoFaVerifyBody,
): Promise<{ recoveryCodes: string[] }> {
  const { id, sessionId } = caller;
  await requireFreshSignIn(deps, caller, password);
  const secret = await waitingSecret(deps, sessionId);
  const step = secret && stepOfCode(secret, code.replaceAll(/\s/g, ''), deps.now());
  return withTx(deps.pool, async (tx) => {
    const { isTwoFaEnabled, login, email, locale } = await lockCaller(tx, deps, caller);
    if (isTwoFaEnabled) fail('twoFaEnabledAlready');
    if (!secret || secret !== google_secret)
      fail('errorTwoFaSetup', { errors: { google_secret: 'errorTwoFaSetup' } });
    if (!step) fail('errorTwoFaActivated', { errors: { verification_code: 'errorTwoFaActivated' } });
    await tx.update(accounts).set({ isTwoFaEnabled: true }).where(eq(accounts.id, id));
    await tx.insert(twoFactors).values({
      accountId: id,
      secretEncrypted: encrypt(deps.secretKey, TWO_FACTOR_PURPOSE, String(id), secret),
      lastStep: step,
      createdAt: deps.now(),
    });
    const ownSessions = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.accountId, id));
    await tx.delete(twoFactorSetups).where(inArray(twoFactorSetups.sessionId, ownSessions));
    const recoveryCodes = await makeRecoveryCodes(tx, deps, id);
    const ended = await endSessionsOf(tx, deps, id, sessionId);
    await record(tx, deps, { accountId: id, actor: 'player', event: 'twoFaOn', detail: { ended } });
    const cause = `twoFaOn:${deps.randomBytes(12).toString('base64url')}`;
    const variables = { login, at: deps.now().toISOString() };
    await queueMail(tx, deps, id, cause, { kind: 'twoFaOn', to: email, locale, variables });
    return { recoveryCodes };
  });
}
