import { and, eq, lt } from 'drizzle-orm';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { takeBackAttempt, countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { accounts, twoFactors } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { decrypt } from '#/server/platform/kernel/encryption.ts';
import { TWO_FA_BY_DAY, TWO_FA_BY_QUARTER_HOUR } from '../rateLimits.ts';
import { takeRecoveryCode } from './recoveryCodes.ts';
import { queueSecurityMail } from '../securityMails.ts';
import { stepOfCode } from './totp.ts';

/** Purpose under which the secret of an account is encrypted; the owner is the account. */
export const TWO_FACTOR_PURPOSE = 'twoFactor';

/**
 * Checks six digits or a recovery code of an account and uses it up: of any number of requests with one code exactly
 * one succeeds. Attempts are counted before they are evaluated.
 * @param isKnown whether the request comes from a known device or session of the account. Its attempts are counted
 * separately, so that a lock against strangers does not lock the player out
 * @throws AppError tooManyRequests by `TWO_FA_BY_QUARTER_HOUR` or `TWO_FA_BY_DAY`
 */
export async function checkSecondFactor(
  deps: Deps,
  accountId: number,
  code: string,
  isKnown = false,
): Promise<boolean> {
  const subject = isKnown ? `#${accountId}/known` : `#${accountId}`;
  const quarterHour = await countAttempt(deps, TWO_FA_BY_QUARTER_HOUR, subject);
  const day = await countAttempt(deps, TWO_FA_BY_DAY, subject).catch(async (error: unknown) => {
    // takes this count back, because the code is not evaluated: the shorter lock must not outlast that of the day
    await takeBackAttempt(deps, TWO_FA_BY_QUARTER_HOUR, subject);
    throw error;
  });
  const returnAttempt = () =>
    Promise.all([
      takeBackAttempt(deps, TWO_FA_BY_QUARTER_HOUR, subject),
      takeBackAttempt(deps, TWO_FA_BY_DAY, subject),
    ]);

  const typed = code.replaceAll(/\s/g, '');
  const take = /^\d{6}$/.test(typed) ? takeTotp : takeRecoveryCode;
  const isRight = await take(deps, accountId, typed).catch(async (error: unknown) => {
    await returnAttempt();
    throw error;
  });
  if (isRight) await returnAttempt();
  else if (quarterHour.left === 0 || day.left === 0) await tellOfLock(deps, accountId);
  return isRight;
}

/** Mails the player that codes are locked, because anybody who can type codes already has the password. */
async function tellOfLock(deps: Deps, accountId: number): Promise<void> {
  await withTx(deps.pool, async (tx) => {
    await writeAudit(tx, deps, { accountId, actor: 'site', event: 'twoFaLocked' });
    const [account] = await tx
      .select({
        id: accounts.id,
        login: accounts.login,
        email: accounts.email,
        locale: accounts.locale,
        isVerified: accounts.isVerified,
      })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    if (!account) return;
    const cause = `twoFaLocked:${deps.randomBytes(12).toString('base64url')}`;
    await queueSecurityMail(tx, deps, account, cause, 'twoFaLocked', { at: deps.now().toISOString() });
  });
}

async function takeTotp(deps: Deps, accountId: number, code: string): Promise<boolean> {
  const byAccount = eq(twoFactors.accountId, accountId);
  const [factor] = await deps.db
    .select({ secret: twoFactors.secretEncrypted })
    .from(twoFactors)
    .where(byAccount);
  if (!factor) return false;
  const secret = decrypt(deps.secretKey, TWO_FACTOR_PURPOSE, String(accountId), factor.secret);
  const step = stepOfCode(secret, code, deps.now());
  if (step === null) return false;
  const taken = await deps.db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(byAccount, lt(twoFactors.lastStep, step)))
    .returning({ accountId: twoFactors.accountId });
  return taken.length === 1;
}
