import { and, eq, ne } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { lockAccount } from '../accountLock.ts';
import { record } from '../audit.ts';
import { accounts, passwordResets } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { forgetOtherDevices } from '../devices.ts';
import { fail } from '../errors.ts';
import { endSessionsOf } from '../liveSessions.ts';
import { queueMail } from '../mails.ts';
import { hashPassword, isCommonPassword } from '../password.ts';
import { type Mailbox, type ResetFlow, useFlow } from './resetFlow.ts';

/**
 * Gives an account the password that its player chose after a proved code, once: every session ends, every other
 * recovery of the account is over.
 * @returns false when the recovery is used or has run out, or the account no longer has this address
 * @throws AppError errorPasswordRequired with passwordCommon at password; busy
 */
export async function replacePassword(
  deps: Deps,
  request: FastifyRequest,
  flow: ResetFlow,
  { server, email }: Mailbox,
  password: string,
): Promise<boolean> {
  const { accountId } = flow;
  if (accountId === null) return false;
  const [owner] = await deps.db
    .select({ login: accounts.login })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (isCommonPassword(password, owner?.login ?? '', email))
    fail('errorPasswordRequired', { errors: { password: 'passwordCommon' } });
  const passwordHash = await hashPassword(password);

  return withTx(deps.pool, async (tx) => {
    const account = await lockAccount(tx, eq(accounts.id, accountId));
    const isTheirs = account?.email === email && account.serverKey === server;
    if (!isTheirs || account.status !== 'active' || !(await useFlow(tx, deps, flow))) return false;
    const { id, login, locale } = account;
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id));
    const isOther = and(eq(passwordResets.accountId, id), ne(passwordResets.id, flow.id));
    await tx.delete(passwordResets).where(isOther);
    await forgetOtherDevices(tx, deps, request, id);
    const ended = await endSessionsOf(tx, deps, id);
    await record(tx, deps, { accountId: id, actor: 'player', event: 'passwordReset', detail: { ended } });
    const variables = { login, at: deps.now().toISOString() };
    const mail = { kind: 'passwordChanged', to: email, locale, variables } as const;
    await queueMail(tx, deps, id, `passwordChanged:reset:${flow.id}`, mail);
    return true;
  });
}
