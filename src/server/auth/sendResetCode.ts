import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE } from '#/contract/locale.ts';
import { record } from '../audit.ts';
import { addressSubject, scaled, spend } from '../budget.ts';
import { accounts, mailQueue } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { AppError, fail } from '../errors.ts';
import { queueMail } from '../mails.ts';
import { RESET_SENDS_BY_ADDRESS, RESET_SENDS_BY_DAY, RESET_SENDS_BY_HOUR } from './budgets.ts';
import { beginFlow, type Mailbox, sendFlowCookie, subjectOf } from './resetFlow.ts';

/**
 * Mails a code to whoever has the address on the server. For an address that nobody has the answer is the same, after
 * the same work.
 * @throws AppError errorEmailNotification at email, after three mails in an hour or ten in a day
 */
export async function sendResetCode(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  mailbox: Mailbox,
): Promise<{ resendSeconds: number }> {
  const { server, email } = mailbox;
  const [account] = await deps.db
    .select({ id: accounts.id, login: accounts.login, locale: accounts.locale })
    .from(accounts)
    .where(and(eq(accounts.serverKey, server), eq(accounts.email, email), eq(accounts.status, 'active')));
  const accountId = account?.id ?? null;
  const subject = await subjectOf(deps, request, mailbox, accountId);
  const resendSeconds = await spendSend(deps, request, subject);

  const secret = await withTx(deps.pool, async (tx) => {
    const flow = await beginFlow(tx, deps, request, { ...mailbox, accountId });
    const cause = `reset:${flow.id}`;
    await queueMail(tx, deps, accountId, cause, {
      kind: 'resetCode',
      to: email,
      locale: account?.locale ?? DEFAULT_LOCALE,
      variables: { login: account?.login ?? '', code: flow.code },
    });
    // nobody's mail is taken back, where somebody's request is recorded: one statement each
    if (account) await record(tx, deps, { accountId: account.id, actor: 'player', event: 'resetAsked' });
    else await tx.delete(mailQueue).where(eq(mailQueue.cause, cause));
    return flow.secret;
  });
  sendFlowCookie(deps, reply, secret);
  return { resendSeconds };
}

/** @returns the seconds until another mail may be asked for */
async function spendSend(deps: Deps, request: FastifyRequest, subject: string): Promise<number> {
  try {
    const counts = [
      await spend(deps, RESET_SENDS_BY_HOUR, subject),
      await spend(deps, RESET_SENDS_BY_DAY, subject),
      await spend(
        deps,
        scaled(RESET_SENDS_BY_ADDRESS, deps.config.rateLimitScale),
        addressSubject(request.ip),
      ),
    ];
    const waits = counts.map(({ left, resetsAt }) =>
      left > 0 ? 0 : resetsAt.getTime() - deps.now().getTime(),
    );
    return Math.ceil(Math.max(...waits) / 1000);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'tooManyRequests') throw error;
    return fail('errorEmailNotification', {
      errors: { email: 'errorEmailNotification' },
      cause: error,
      ...error.details,
    });
  }
}
