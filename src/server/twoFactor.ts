import { and, eq, lt } from 'drizzle-orm';
import { record } from './audit.ts';
import { type Budget, giveBack, spend } from './budget.ts';
import { twoFactors } from './db/schema.ts';
import type { Deps } from './deps.ts';
import { decrypt } from './encryption.ts';
import { takeRecoveryCode } from './recoveryCodes.ts';
import { stepOfCode } from './totp.ts';

const MINUTE_MS = 60_000;
const BY_QUARTER_HOUR: Budget = { name: 'twoFactor', limit: 10, windowMs: 15 * MINUTE_MS };
const BY_DAY: Budget = { name: 'twoFactorDay', limit: 30, windowMs: 24 * 60 * MINUTE_MS };

/** Purpose under which the secret of an account is encrypted; its owner is the account. */
export const TWO_FACTOR_PURPOSE = 'twoFactor';

/**
 * Checks six digits or a recovery code of an account and uses it up: of any number of requests with one code, at once
 * or later, exactly one succeeds. Attempts are counted before they are evaluated.
 * @param isKnown the request comes from a device or a session that the account knows: its attempts are counted apart,
 *   so that a lock against strangers does not lock the player out
 * @throws AppError tooManyRequests after 10 wrong codes in 15 minutes or 30 in 24 hours
 */
export async function checkSecondFactor(
  deps: Deps,
  accountId: number,
  code: string,
  isKnown = false,
): Promise<boolean> {
  const subject = isKnown ? `#${accountId}/known` : `#${accountId}`;
  const quarterHour = await spend(deps, BY_QUARTER_HOUR, subject);
  const day = await spend(deps, BY_DAY, subject).catch(async (error: unknown) => {
    // it was not evaluated: the lock of the day is not drawn out by the shorter one
    await giveBack(deps, BY_QUARTER_HOUR, subject);
    throw error;
  });
  const returnAttempt = () =>
    Promise.all([giveBack(deps, BY_QUARTER_HOUR, subject), giveBack(deps, BY_DAY, subject)]);

  const typed = code.replaceAll(/\s/g, '');
  const take = /^\d{6}$/.test(typed) ? takeTotp : takeRecoveryCode;
  const isRight = await take(deps, accountId, typed).catch(async (error: unknown) => {
    await returnAttempt();
    throw error;
  });
  if (isRight) await returnAttempt();
  else if (quarterHour.left === 0 || day.left === 0)
    await record(deps.db, deps, { accountId, actor: 'site', event: 'twoFaLocked' });
  return isRight;
}

async function takeTotp(deps: Deps, accountId: number, code: string): Promise<boolean> {
  const isOwn = eq(twoFactors.accountId, accountId);
  const [factor] = await deps.db.select({ secret: twoFactors.secretEncrypted }).from(twoFactors).where(isOwn);
  if (!factor) return false;
  const secret = decrypt(deps.secretKey, TWO_FACTOR_PURPOSE, String(accountId), factor.secret);
  const step = stepOfCode(secret, code, deps.now());
  if (step === null) return false;
  const taken = await deps.db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(isOwn, lt(twoFactors.lastStep, step)))
    .returning({ accountId: twoFactors.accountId });
  return taken.length === 1;
}
