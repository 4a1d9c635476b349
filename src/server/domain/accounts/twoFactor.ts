import { and, eq, lt } from 'drizzle-orm';
import { record } from './audit.ts';
import { type Budget, giveBack, spend } from './budget.ts';
import { accounts, twoFactors } from './db/schema.ts';
import { withTx } from './db/tx.ts';
import type { Deps } from './deps.ts';
import { decrypt } from './encryption.ts';
import { queueMail } from './mails.ts';
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
  else if (quarterHour.left === 0 || day.left === 0) await tellOfLock(deps, accountId);
  return isRight;
}

/** Whoever types codes has the password already: the player should hear of it. */
async function tellOfLock(deps: Deps, accountId: number): Promise<void> {
  await withTx(deps.pool, async (tx) => {
    await record(tx, deps, { accountId, actor: 'site', event: 'twoFaLocked' });
    const [account] = await tx
      .select({ login: accounts.login, email: accounts.email, locale: accounts.locale })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    if (!account) return;
    const { login, email, locale } = account;
    const cause = `twoFaLocked:${deps.randomBytes(12).toString('base64url')}`;
    const variables = { login, at: deps.now().toISOString() };
    await queueMail(tx, deps, accountId, cause, { kind: 'twoFaLocked', to: email, locale, variables });
  });
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
