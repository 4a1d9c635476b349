import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { countAttemptOfCaller } from '#/server/platform/kernel/rateLimit.ts';
import { mailConfirmation } from '#/server/domain/accounts/confirmationMail.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { lockCaller } from '#/server/domain/accounts/access/liveSessions.ts';
import { mailWaitSeconds } from '#/server/platform/mail/mails.ts';
import { RESENDS } from '#/server/domain/accounts/rateLimits.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';

/**
 * Mails the confirmation of the address again (C2), once an hour for each mailbox; the mail of the sign-up counts too.
 * @throws AppError emailVerifiedAlready; mailSentRecently or tooManyRequests, with the seconds until the next may be
 *   requested
 */
export async function resendVerify(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
): Promise<{ resendSeconds: number }> {
  // checked without a lock first, so that most parallel requests do not wait
  await refuseTooEarly(deps, caller.id);
  const resendSeconds = await withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    if (account.isVerified) fail('emailVerifiedAlready');
    // counted in the same transaction, so that a mail that is not sent is not counted
    await countAttemptOfCaller({ ...deps, db: tx }, request, RESENDS);
    const { isQueued, nextSeconds } = await mailConfirmation(tx, deps, account);
    return isQueued ? nextSeconds : fail('mailSentRecently', { retryAfterSeconds: nextSeconds });
  });
  return { resendSeconds };
}

async function refuseTooEarly(deps: Deps, accountId: number): Promise<void> {
  const [account] = await deps.db
    .select({ email: accounts.email, isVerified: accounts.isVerified })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account || account.isVerified) return;
  const waitSeconds = await mailWaitSeconds(deps, 'confirmEmail', account.email, false);
  if (waitSeconds > 0) fail('mailSentRecently', { retryAfterSeconds: waitSeconds });
}
