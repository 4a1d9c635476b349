import { and, eq, max } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import { VERIFICATION_COOLDOWN_MINUTES } from '#/contract/limits.ts';
import { addressSubject, type Budget, spend } from '../budget.ts';
import { mailConfirmation } from '../confirmationMail.ts';
import { emailTokens } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { lockCaller } from '../liveSessions.ts';
import type { SessionAccount } from '../session.ts';

const DAY_MS = 24 * 60 * 60_000;
const COOLDOWN_MS = VERIFICATION_COOLDOWN_MINUTES * 60_000;
const BY_ACCOUNT: Budget = { name: 'verifyMails', limit: 10, windowMs: DAY_MS };
const BY_ADDRESS: Budget = { name: 'verifyMailsAddress', limit: 20, windowMs: DAY_MS };

/**
 * Mails the confirmation of the address again (C2): of any number of requests in ten minutes one.
 * @throws AppError emailVerifiedAlready; tooManyRequests with the seconds until the next may be asked for
 */
export async function resendVerify(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
): Promise<{ resendSeconds: number }> {
  const perAddress = { ...BY_ADDRESS, limit: BY_ADDRESS.limit * deps.config.rateLimitScale };
  // most of those who ask at once are told here, where nobody waits for a lock
  await refuseTooEarly(deps.db, deps, caller.id);
  await withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    if (account.isVerified) fail('emailVerifiedAlready');
    await refuseTooEarly(tx, deps, account.id);
    // counted in the same transaction: a mail that is not sent costs nothing
    await spend({ ...deps, db: tx }, BY_ACCOUNT, `#${account.id}`);
    await spend({ ...deps, db: tx }, perAddress, addressSubject(request.ip));
    await mailConfirmation(tx, deps, account);
  });
  return { resendSeconds: COOLDOWN_MS / 1000 };
}

/** The mail of the sign-up and the reminders count as well. */
async function refuseTooEarly(db: NodePgDatabase, { now }: Deps, accountId: number): Promise<void> {
  const isOwn = and(eq(emailTokens.accountId, accountId), eq(emailTokens.purpose, 'verify'));
  const [last] = await db
    .select({ at: max(emailTokens.createdAt) })
    .from(emailTokens)
    .where(isOwn);
  const waitMs = (last?.at?.getTime() ?? -Infinity) + COOLDOWN_MS - now().getTime();
  if (waitMs > 0) fail('tooManyRequests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
