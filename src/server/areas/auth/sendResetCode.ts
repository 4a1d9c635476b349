import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE } from '#/contract/kernel/locale.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttemptOfCaller } from '#/server/platform/kernel/rateLimit.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { countUnconfirmed, type Mailbox, resetSubject } from '#/server/domain/accounts/resetCodes.ts';
import { isKnownDevice } from '#/server/domain/accounts/access/devices.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { RESETS } from '#/server/domain/accounts/rateLimits.ts';
import { beginFlow, joinFlow, sendFlowCookie } from './resetFlow.ts';

interface CodeSent {
  /** codeSentBefore: the mailbox already has a valid code, and it works in this browser too. */
  step: 'codeSent' | 'codeSentBefore';
  /** Seconds until another code may be requested. */
  resendSeconds: number;
}

/**
 * Mails a code to the account with this address on the server: one an hour, or three if the device is known to the
 * account. Each account has its own count, so that strangers who ask for other servers or spellings of the mailbox use
 * up nothing. Unconfirmed accounts also share the limit of their mailbox, and get no mail beyond it. If the limit is
 * reached and the last code is still valid, that code also works in this browser, so that strangers who request codes
 * cannot keep the player from recovering. An address without an account gets the same answer after the same work.
 * @throws AppError mailSentRecently with the seconds until the next mail; tooManyRequests
 */
export async function sendResetCode(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { server, email }: Mailbox,
): Promise<CodeSent> {
  const [account] = await deps.db
    .select({
      id: accounts.id,
      login: accounts.login,
      locale: accounts.locale,
      isVerified: accounts.isVerified,
    })
    .from(accounts)
    .where(and(eq(accounts.serverKey, server), eq(accounts.email, email), eq(accounts.status, 'active')));
  const accountId = account?.id ?? null;
  const mailbox = { server, email, accountId };
  const isKnown = await isKnownDevice(deps, request, accountId ?? 0);
  await countAttemptOfCaller(deps, request, RESETS);

  const { secret, ...sent } = await withTx(deps.pool, async (tx) => {
    const cause = `reset:${deps.randomBytes(12).toString('base64url')}`;
    let begun: string | undefined;
    const { isQueued, nextSeconds } = await queueMail(tx, deps, accountId, cause, {
      kind: 'resetCode',
      to: email,
      // a known device is not enough: a stranger may have made the account for this mailbox
      isConfirmed: isKnown && account?.isVerified === true,
      countedAs: resetSubject(mailbox),
      locale: acceptedLocale(request.headers['accept-language']) ?? account?.locale ?? DEFAULT_LOCALE,
      variables: async () => {
        const flow = await beginFlow(tx, deps, request, mailbox);
        begun = flow.secret;
        return { login: account?.login ?? '', code: flow.code };
      },
    });
    if (!isQueued) {
      const joined = await joinFlow(tx, deps, request, mailbox);
      if (joined === undefined) fail('mailSentRecently', { retryAfterSeconds: nextSeconds });
      return { step: 'codeSentBefore' as const, resendSeconds: nextSeconds, secret: joined };
    }
    const mayMail = await countUnconfirmed({ ...deps, db: tx }, mailbox, account?.isVerified === false);
    // one statement in both cases, for equal work: the request is recorded, or the mail is withdrawn
    if (account && mayMail)
      await writeAudit(tx, deps, { accountId: account.id, actor: 'player', event: 'resetAsked' });
    else await tx.delete(mailQueue).where(eq(mailQueue.cause, cause));
    return { step: 'codeSent' as const, resendSeconds: nextSeconds, secret: begun ?? '' };
  });
  sendFlowCookie(deps, reply, secret);
  return sent;
}
